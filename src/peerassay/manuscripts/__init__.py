"""Manuscripts as review packages: text records and figures in reading order, checked by path, hash and order."""

from peerassay.manuscripts.audit import audit_package
from peerassay.manuscripts.images import IMAGE_LIMIT, LONGEST_SIDE, fit_image, fit_images, media_type
from peerassay.manuscripts.markdown import markdown_records, read_markdown
from peerassay.manuscripts.package import (
    PROTECTED,
    SEPARATOR,
    Figure,
    Item,
    Package,
    TextRecord,
    heading_level,
)
from peerassay.manuscripts.problems import PackageError, PackageProblem
from peerassay.manuscripts.reading import load_package, open_manuscript, validate_package
from peerassay.manuscripts.statistics import package_summary, package_table
from peerassay.manuscripts.writing import write_package

__all__ = [
    "IMAGE_LIMIT",
    "LONGEST_SIDE",
    "PROTECTED",
    "SEPARATOR",
    "Figure",
    "Item",
    "Package",
    "PackageError",
    "PackageProblem",
    "TextRecord",
    "audit_package",
    "fit_image",
    "fit_images",
    "heading_level",
    "load_package",
    "markdown_records",
    "media_type",
    "open_manuscript",
    "package_summary",
    "package_table",
    "read_markdown",
    "validate_package",
    "write_package",
]
