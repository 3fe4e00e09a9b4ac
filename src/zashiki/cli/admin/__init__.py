"""`zashiki admin`: for operators. Each module adds its commands to the group when it is imported."""

from zashiki.cli.admin import archives, backups, conduct, doctor, people, prune, ratings, repairs, reports
from zashiki.cli.admin.common import app

__all__ = ["app", "archives", "backups", "conduct", "doctor", "people", "prune", "ratings", "repairs", "reports"]
