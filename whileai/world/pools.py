"""Words to draw values from: by kind, and by what they are about."""

from __future__ import annotations

from typing import Any

from whileai.world import people

POOLS: dict[str, tuple[Any, ...]] = {
    "country": ("USA",),
    "airport": ("JFK", "SFO", "LAX", "ORD", "SEA", "BOS", "LHR", "CDG", "FRA", "AMS"),
    "timezone": ("America/New_York", "Europe/Berlin", "Europe/London", "Asia/Tokyo"),
    "currency": ("USD", "EUR", "GBP"),
    "priority": ("low", "medium", "high"),
    "language_code": ("en", "es", "fr", "de"),
    "language": (
        *("English", "Spanish", "French", "German", "Italian", "Portuguese"),
        *("Dutch", "Polish", "Japanese", "Turkish"),
    ),
    "medication": (
        *("ibuprofen", "amoxicillin", "metformin", "lisinopril", "omeprazole"),
        *("cetirizine", "atorvastatin", "levothyroxine", "sertraline", "salbutamol"),
        *("paracetamol", "amlodipine", "naproxen", "prednisone"),
    ),
    "ingredient": (
        *("flour", "eggs", "olive oil", "red lentils", "coconut milk", "spinach"),
        *("chickpeas", "parmesan", "basmati rice", "cherry tomatoes", "butter"),
        *("fresh ginger", "lemons", "oat milk"),
    ),
    "room": ("living room", "bedroom", "kitchen", "bathroom", "office", "hallway"),
    "topic": (
        *("photosynthesis", "fractions", "the water cycle", "the French Revolution"),
        *("climate change", "supply and demand", "plate tectonics", "the past tense"),
        *("renewable energy", "the solar system", "probability", "time management"),
    ),
    "variable": ("x",),
    "sql": (
        "SELECT COUNT(*) FROM orders",
        "SELECT name, city FROM customers ORDER BY name",
        "SELECT city, COUNT(*) FROM customers GROUP BY city",
        "SELECT * FROM invoices WHERE paid = 0",
        "SELECT SUM(total) FROM invoices",
        "SELECT status, COUNT(*) FROM orders GROUP BY status",
        "SELECT * FROM shipments ORDER BY sent_at DESC LIMIT 20",
        "SELECT AVG(total) FROM orders WHERE status = 'paid'",
    ),
    "table": (
        *("orders", "customers", "invoices", "shipments", "products", "payments"),
        *("sessions", "suppliers", "employees", "events"),
    ),
    "namespace": ("staging", "production", "dev", "qa", "payments", "monitoring"),
    "service": (
        *("checkout-api", "web-frontend", "auth-service", "search-worker"),
        *("mail-queue", "billing-cron", "image-proxy", "session-cache"),
    ),
    "course": (
        *("Algebra I", "World History", "Spanish II", "Intro to Biology"),
        *("Creative Writing", "Statistics", "Chemistry Lab", "Music Theory"),
    ),
    "lesson": ("Yoga", "Pilates", "Spinning", "Boxing", "Aqua Fit", "Body Pump"),
    "bucket": ("backups", "media", "exports", "site-assets", "raw-logs", "invoices"),
    "pet": ("Milo", "Luna", "Biscuit", "Pepper", "Rocky", "Nala", "Mr. Socks", "Olive"),
    "airline": (
        *("Skybridge", "Aurora Air", "Pacific Wings", "Alpine Air", "Transcoast"),
        *("Northern Jet",),
    ),
    "plate": ("KLM-4821", "RTW-1093", "BXA-7715", "HJN-2640", "DVP-3388", "GSE-9052"),
    "picture": (
        *("team-photo.jpg", "logo.png", "beach-042.jpg", "passport.jpg", "cover.png"),
        *("garden-before.jpg", "product-shot-3.png", "wedding-117.jpg"),
    ),
    "scene": (
        *("a lighthouse in a storm", "a cat asleep on a bookshelf"),
        *("a street market at night", "two astronauts playing chess"),
        *("an old bicycle in front of a blue door", "a cabin in the snow"),
    ),
    "mishap": (
        *("Water damage in the kitchen after a burst pipe", "Bike stolen at the gym"),
        *("Rear-ended at a red light, bumper dented", "Hail broke two roof windows"),
        *("Dropped my phone down the stairs", "A branch fell on the car"),
    ),
    "essay": (
        "Summer at my grandmother's house taught me how to be bored.",
        "School should start later, because nobody learns much at half past seven.",
        "The best book I read this year was one that I did not want to finish.",
        "Living in a small town means that everyone knows your dog by name.",
    ),
    "entry": ("Portland", "Marta", "yes", "Mon to Fri", "two adults", "4th floor"),
    "field": ("first name", "last name", "city", "phone", "company", "postcode"),
    "mail": (
        *("invoice", "flight confirmation", "password reset", "contract", "parking"),
        *("refund", "the offsite", "rent", "the move", "insurance", "budget"),
        *("dentist", "conference tickets", "holiday plans"),
    ),
    "fault": (
        *("login", "timeout", "empty export", "dark mode", "slow search", "checkout"),
        *("crash on startup", "password reset", "wrong total", "broken link"),
        *("upload", "duplicate emails"),
    ),
    "color": ("black", "blue", "green", "grey", "red", "white"),
    "measure": ("metric", "imperial"),
    "company": people.COMPANIES,
    "product": (
        "desk lamp",
        "wireless mouse",
        "rain jacket",
        "water bottle",
        "running shoes",
        "office chair",
        "backpack",
        "coffee grinder",
        "noise-cancelling headphones",
        "camping tent",
    ),
    "symbol": ("AAPL", "MSFT", "NVDA", "AMZN", "TSLA", "ORCL"),
    "exchange": ("NASDAQ", "NYSE"),
    "version": ("1.2.0", "1.4.3", "2.0.1", "2.3.0", "3.1.0"),
    "branch": ("main", "develop", "release-2.3", "fix-login", "update-docs"),
    "repo": (
        "billing-service",
        "web-client",
        "data-pipeline",
        "docs-site",
        "mobile-app",
    ),
    "folder": (
        *("notes", "invoices", "archive", "photos/2025", "reports", "drafts"),
        "projects/billing-service",
        "projects/web-client",
        "projects/docs-site",
        "work/data-pipeline",
    ),
    "org": ("northwind-labs", "bright-harbor", "acorn-tools"),
    "channel": (
        *("general", "random", "support", "design", "releases", "marketing", "sales"),
        *("office", "hiring", "backend", "frontend", "research", "events", "finance"),
        *("book-club", "lunch", "travel", "announcements", "incidents", "feedback"),
    ),
    "emoji": ("thumbsup", "eyes", "tada", "heart"),
    "song": (
        *("Slow Harbour", "Paper Lanterns", "North of June", "Copper Sky"),
        *("Halfway Home", "Seven Bridges", "Cold Coffee", "The Long Way Round"),
        *("Kitchen Radio", "Last Bus", "Glass Garden", "Runaway Summer"),
        *("Winter Coat", "Two Streets Over", "Postcards Home", "Blue Bicycle"),
        *("Salt in the Air", "Sundays with Anna", "Low Tide", "Motel Piano"),
        *("Rooftop Season", "Borrowed Time", "Orange Light", "Northbound"),
    ),
    "playlist": (
        *("Road Trip", "Focus", "Sunday Morning", "Gym", "Dinner Party", "Running"),
        *("Rainy Day", "Party Mix", "Sleep", "Office", "Cooking", "Throwbacks"),
        *("Summer 2026", "Long Drives", "Kids' Favorites", "Slow Evenings"),
    ),
    "zone": ("A", "B", "C", "D", "A2", "B3"),
    "speed": ("standard", "express", "overnight"),
    "source": (
        *("src/app.py", "README.md", "tests/test_login.py", "src/client.ts"),
        *("docs/setup.md", "src/models/user.py", "Makefile", "web/index.html"),
    ),
    "payment": (
        *(
            "Rent",
            "Rent and heating",
            "Dinner on Friday",
            "Concert tickets",
            "Groceries",
        ),
        *("Birthday present", "Electricity", "Car repair", "Deposit", "Taxi home"),
        *("Weekend in Porto", "Football tickets", "Internet bill", "Piano lessons"),
    ),
    "needle": (
        *("TODO", "deadline", "invoice", "budget analysis", "error", "signature"),
        *("phone number", "draft", "total", "next steps", "refund", "FIXME"),
    ),
    "from_length": ("feet", "inches", "yards"),
    "to_length": ("meters", "centimeters"),
    "matter": (
        *("a missing refund", "a double charge", "an order that never arrived"),
        *("a damaged item", "a return that was refused", "a locked account"),
        *("a wrong invoice", "a delivery to the wrong address"),
    ),
    "selector": ("#submit", "#email", "button.save", "a.next"),
    "substance": ("water", "ethanol", "benzene", "acetone"),
    "category": ("standard", "premium", "basic"),
    "unit_address": ("Apt 2", "Apt 14", "Unit 5", "Suite 210"),
    "status": ("active",),
    "code_state": ("open", "closed"),
    "sky": ("sunny", "cloudy", "light rain", "overcast", "windy"),
    "host": ("api.northwind-labs.net", "files.acorn-tools.net"),
    "ip": ("10.4.12.7", "10.8.3.21"),
    "name": (
        "Main setup",
        "Spring set",
        "Pilot group",
        "Second draft",
        "Standard set",
        "Northern route",
        "Trial run",
        "Backup plan",
    ),
    "title": (
        "Login page times out",
        "Question about the last invoice",
        "Plan for next quarter",
        "Notes from Monday",
        "Rent for next month",
        "Delivery arrived damaged",
        "Shared dinner",
        "Update the price list",
    ),
    "text": (
        "The numbers are in the shared folder.",
        "Please have a look before Thursday.",
        "Running ten minutes late, start without me.",
        "Can you send me the slides from Monday?",
        "Thanks again for sorting this out.",
        "Do you have five minutes for me today?",
        "The second page still has the old address.",
        "Can we move this to tomorrow morning?",
        "Lunch at the ramen place today?",
        "I'm out tomorrow and back on Thursday.",
        "Let's talk about this on the phone.",
        "The printer is out of paper again.",
        "Everything works again since this morning.",
        "Who has the keys to the bike room?",
        "Who can look after this while I'm away?",
        "Great job on the demo!",
        "The client said yes, details later.",
        "Please don't touch the test server until noon.",
        "Cake in the kitchen, help yourselves.",
        "I need the final version by tonight.",
    ),
    "reason": (
        "no longer needed",
        "ordered by mistake",
        "arrived damaged",
        "found it cheaper elsewhere",
        "changed my mind",
        "it took too long",
        "ordered twice",
        "wrong size",
        "got one as a present",
        "bought another one",
        "moving abroad",
    ),
    "plans": (
        *("no longer needed", "booked by mistake", "booked twice", "changed my plans"),
        *("found a better time", "moving to another city", "changed my mind"),
    ),
    "occasion": (
        *("a checkup", "a family visit", "a follow-up", "a second opinion"),
        *("moving house", "a wedding in the family"),
    ),
    "query": (
        "refund policy",
        "login error",
        "quarterly report",
        "opening hours",
        "vegetarian restaurants",
        "release notes",
    ),
    "string": ("standard", "plain", "basic", "default", "main"),
    "district": ("Old Town", "Riverside", "Hillcrest", "Harbor District", "Westgate"),
    "case": ("Hart v. Miller", "Quinn v. Dawson", "State v. Novak", "Ito v. Farrell"),
    "filter": ("status = open", "team = support", "region = west"),
    "artist": (
        *("The Paper Boats", "Nora Vale", "Copper Choir", "Tidal Room"),
        *("Iris & the Foxes", "Marlow Reed", "Night Ferry", "The Second Shift"),
    ),
    "album": ("Night Ferry", "Salt and Cedar", "Second Winter", "Open Windows"),
    "genre": ("folk", "jazz", "indie rock", "classical", "soul"),
    "cuisine": ("Italian", "Thai", "Mexican", "Japanese", "Ethiopian"),
    "dish": ("lentil soup", "mushroom risotto", "fish tacos", "apple crumble"),
    "movie": ("The Last Lighthouse", "Quiet Orbit", "Harbour Street", "Two Winters"),
    "book": ("The Salt Road", "A House of Maps", "Small Weather", "The Ninth Ferry"),
    "game": ("Harbor Tycoon", "Pixel Orchard", "Star Courier", "Chess"),
    "sport": ("football", "tennis", "basketball", "swimming"),
    "team": ("Riverside FC", "Lakeshore Hawks", "North Bay Rovers", "Union Stars"),
    "breed": ("beagle", "border collie", "greyhound", "dachshund"),
    "password": (
        *("Lantern", "amber", "Quiet", "Tulip", "Milo", "snowy", "B1cycle", "pancake"),
        *("Mango", "oldOak", "Rainy", "kite", "Paper", "Mossy", "velvet", "Hilltop"),
    ),
}
"""Words to draw from, by kind; a password has two of them."""

PAID_ONCE = frozenset(
    (
        *("Dinner on Friday", "Concert tickets", "Birthday present", "Car repair"),
        *("Deposit", "Taxi home", "Weekend in Porto", "Football tickets"),
        *("Shared dinner", "Train fare"),
    )
)
"""What of the words for payments is never paid for month by month."""

_PRICES = tuple(round(9.5 + 0.45 * step, 2) for step in range(180))
_ABOUT: dict[str, tuple[Any, ...]] = {
    "product amount": _PRICES,
    "item amount": _PRICES,
    "money title": (
        *("Rent", "Electricity bill", "Gym membership", "Shared dinner"),
        *("Concert tickets", "Phone contract", "Birthday present", "Car insurance"),
        *("Piano lessons", "Train fare"),
    ),
    "channel title": (
        *("Company news", "Plans for the launch", "Questions and answers"),
        *("Weekly priorities", "Whatever does not fit elsewhere", "Who is out today"),
        *("Feedback from customers", "Open positions"),
    ),
    "ticket title": (
        *("Login page times out", "Invoice shows the wrong address"),
        *("Cannot reset my password", "App closes when I open a photo"),
        *("Charged twice for one order", "Delivery arrived damaged"),
        *("Export file is empty", "No confirmation e-mail"),
    ),
    "event title": (
        *("Team offsite", "Budget review", "Dentist appointment", "Choir rehearsal"),
        *("Project kick-off", "Parents' evening", "Interview with a candidate"),
        *("Lunch with Marta",),
    ),
    "task title": (
        *("Update the price list", "Call the landlord", "Order new business cards"),
        *("Prepare the slides for Monday", "Water the plants", "Renew the passport"),
        *("Check the fire alarms", "Answer the supplier"),
    ),
    "message title": (
        *("Question about the last invoice", "Notes from Monday", "Lunch on Thursday?"),
        *("Plan for next quarter", "Your booking", "Photos from the trip"),
    ),
    "document title": (
        *("Plan for next quarter", "Notes from Monday", "Travel guidelines"),
        *("Price list 2026", "Report on the survey", "Onboarding checklist"),
    ),
    "page title": (
        *("Opening hours", "About us", "How to find us", "Prices and plans"),
        *("Questions and answers", "What is new"),
    ),
    "page text": (
        "We are open Monday to Friday from 9 to 5, and on Saturday until noon.",
        "Returns are free within 30 days; please keep the receipt.",
        "Our office is five minutes on foot from the central station.",
        "All plans can be cancelled at the end of each month.",
        "We are closed until January 6.",
        "We are looking for a part-time designer.",
        "Parking is behind the building.",
        "New menu from Monday!",
        "Welcome to our new website.",
        "Tickets for the open day are sold out.",
    ),
    "file text": (
        "Invoice 2207: three chairs, 240.00. Payable within 14 days.",
        "Minutes: budget agreed; next meeting on the first Monday of the month.",
        "Shopping list: flour, eggs, two lemons, dish soap.",
        "To do: sign the lease, return the keys, read the meter.",
        "Draft of the letter to the insurance. Paragraph three is missing.",
    ),
    "comment text": (
        *("Works as described, and came a day early.", "Too small for two people."),
        *("The colour is darker than in the picture.", "I would buy it again."),
        *("Please add a test for the empty case.", "Looks good to me."),
    ),
    "code text": (
        *(
            "Retry the upload when the connection drops",
            "Fix a typo in the setup guide",
        ),
        *("Read the port from the settings", "Fix the total in the monthly report"),
        *("Remove the unused export button", "Sort the results by date"),
        *("Show an error when the file is missing", "Add a test for the empty case"),
        *("Rename the old settings", "Update the packages"),
    ),
    "repo text": (
        *("Sends the monthly invoices.", "The shop's web front end."),
        *("Collects and cleans the sales figures.", "What customers read first."),
    ),
    "device name": (
        *("Living room lamp", "Hall thermostat", "Kitchen speaker", "Front door lock"),
        *("Garden camera", "Bedroom fan"),
    ),
    "project name": (
        *("Website refresh", "Mobile app", "Customer survey", "Office move"),
        *("Autumn launch", "Client onboarding", "Billing rewrite"),
    ),
    "channel name": ("Design", "Support", "Releases", "Front office", "Field sales"),
    "ticket name": ("Login fails", "Slow pages", "Missing e-mails", "High error rate"),
    "document name": ("Price list", "Survey results", "Travel guidelines", "Handbook"),
    "product text": (
        *("Light, sturdy, made to last.", "Folds flat; two-year warranty."),
        *("For everyday use, in four colours.", "Comes with a spare battery."),
    ),
}
"""Category of a thing and kind of a field, to words that fit both."""


def pool_of(category: str, kind: str) -> tuple[Any, ...]:
    """Give the words for a field of ``kind`` of things of ``category``, if any."""
    return _ABOUT.get(f"{category} {kind}", ())
