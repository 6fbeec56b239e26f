"""Common words of cards: labels, title nouns and points of a series that need not stand in the request.

Covers: tables only.
Does not cover: words of one domain; those come from the request (spans.py).
"""

LABELS = tuple(
    """Name|First name|Last name|Email|Phone|Address|City|Country|Postcode|Street|Date|Time|Start date|End date|Notes
|Comments|Message|Amount|Quantity|Price|Item|Title|Rating|Satisfaction|Happy|Neutral|Unhappy|Category|Priority
|Status|Low|Normal|High|Yes|No|Maybe|List|Plan|Score|Feature|Value|Quality|Pros|Cons|Total|Small|Medium|Large
|Morning|Afternoon|Evening|Today|This week|This month|Start|Break|End|Prepare|Do|Check|Clean up|Book|Send|Save
|Add|Order|Register|Sign up|Apply|Vote|Choose|Calculate|Submit|Reply|Search|Set|From|To|Done|Log in|Form
|Settings|Preferences|Comparison|Shopping list|To-do list|Packing list|Contact|Overview|Prices|Menu|Schedule
|Timeline|Leaderboard|Checklist|Poll|Survey|Quiz|Dashboard|Tracker|Calculator|Progress""".replace("\n", "").split("|")
)
NOUNS = tuple(
    """booking|sign-up|registration|order|request|application|contact|enquiry|form|survey|feedback|quiz|dashboard
|overview|numbers|tracker|comparison|prices|plan|guide|checklist|packing list|shopping list|to-do list
|calculator|settings|preferences|progress|timeline|picker|poll|menu|schedule|agenda|leaderboard|ranking
|questions|log|planner""".replace("\n", "").split("|")
)
POINTS = tuple(
    """Mon|Tue|Wed|Thu|Fri|Sat|Sun|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Jan|Feb|Mar|Apr|May|Jun
|Jul|Aug|Sep|Oct|Nov|Dec|Q1|Q2|Q3|Q4""".replace("\n", "").split("|")
)
