"""How fast the library is, each figure beside a control measured in the same run.

``python -m benchmarks`` prints a table for each target; ``--help`` lists them. Nothing
here is a test: machines differ, ratios less so.
"""
