"""Manuscripts: from PDF or Markdown to blinded review packages, checked by path, hash and order."""

from peerassay.manuscripts.audit import audit_folders, audit_package, audit_table
from peerassay.manuscripts.blinding import blind
from peerassay.manuscripts.cutting import cut_after_references
from peerassay.manuscripts.findings import Finding, findings_summary, findings_table
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
from peerassay.manuscripts.pdf import EXTRACTOR, UnreadableError, read_pdf
from peerassay.manuscripts.preparing import Preparation, Prepared, find_manuscripts, prepare, write_prepared
from peerassay.manuscripts.problems import PackageError, PackageProblem
from peerassay.manuscripts.reading import load_package, open_manuscript, validate_package
from peerassay.manuscripts.statistics import package_summary, package_table
from peerassay.manuscripts.writing import write_package

__all__ = [
    "EXTRACTOR",
    "IMAGE_LIMIT",
    "LONGEST_SIDE",
    "PROTECTED",
    "SEPARATOR",
    "Figure",
    "Finding",
    "Item",
    "Package",
    "PackageError",
    "PackageProblem",
    "Preparation",
    "Prepared",
    "TextRecord",
    "UnreadableError",
    "audit_folders",
    "audit_package",
    "audit_table",
    "blind",
    "cut_after_references",
    "find_manuscripts",
    "findings_summary",
    "findings_table",
    "fit_image",
    "fit_images",
    "heading_level",
    "load_package",
    "markdown_records",
    "media_type",
    "open_manuscript",
    "package_summary",
    "package_table",
    "prepare",
    "read_markdown",
    "read_pdf",
    "validate_package",
    "write_package",
    "write_prepared",
]
