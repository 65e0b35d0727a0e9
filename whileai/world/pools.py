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
    "language": ("en", "es", "fr", "de"),
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
    ),
    "playlist": (
        *("Road Trip", "Focus", "Sunday Morning", "Gym", "Dinner Party", "Running"),
        *("Rainy Day", "Party Mix", "Sleep", "Office"),
    ),
    "speed": ("standard", "express", "overnight"),
    "source": (
        *("src/app.py", "README.md", "tests/test_login.py", "src/client.ts"),
        *("docs/setup.md", "src/models/user.py", "Makefile", "web/index.html"),
    ),
    "payment": (
        *("Rent", "Rent May", "Dinner on Friday", "Concert tickets", "Groceries"),
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
        *("help with a return", "a question about a charge", "a late parcel"),
        *("a change of address", "a wrong item", "a request nobody answered"),
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
        "I will be ten minutes late tomorrow.",
        "We agreed to meet at the station.",
        "Thanks again for sorting this out.",
        "Does anybody have five minutes for me today?",
        "The second page still has the old address.",
        "Can we move this to tomorrow morning?",
        "The meeting room is booked from two to three.",
        "I am out tomorrow and back on Thursday.",
        "Let us talk about this on the phone.",
        "The new schedule starts the week after next.",
        "Everything works again since this morning.",
        "Nobody has answered my last two messages.",
        "Who can look after this while I am away?",
        "I have put the notes in our folder.",
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
    "artist": ("The Paper Boats", "Nora Vale", "Copper Choir", "Tidal Room"),
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
    "password": ("Lantern-72-Cove", "amber_Tide9014", "Quiet.River.38"),
}
"""Words to draw from, by kind."""

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
        "The new catalogue is out. It has 40 pages more than the last.",
        "All plans can be cancelled at the end of each month.",
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
