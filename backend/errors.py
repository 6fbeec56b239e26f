"""The error tree: every failure that a caller may act on, with a stable code.

PetitfourError            .code (stable)  .message (what happened; what to do)
├─ UserError              the caller can fix it
│  ├─ UnknownAdapter      the label is not one of the profile's
│  ├─ ViewTooLong         the view does not fit into the engine's context
│  ├─ MessageRejected     empty, or longer than the profile's limit
│  └─ MissingPiece        something is not installed or not built; the message says what to run
├─ NotAllowed             owner check failed; says nothing about what exists
├─ EngineError
│  ├─ EngineUnreachable   nothing answers, or it died; the supervisor restarts it
│  ├─ EngineStalled       no token within the bound
│  ├─ EngineRefused       the engine answered with an error
│  └─ ConstraintUnsupported  the engine would ignore the constraint, so it is not sent
├─ RoutingFailed          no canonical label under policy "error"
└─ StoreError             the database refused (full disk, locked, moved branch)
"""

from __future__ import annotations


class PetitfourError(Exception):
    """Root of the tree; `message` says what happened and what to do about it."""

    code = "petitfour_error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UserError(PetitfourError):
    """The caller can fix it."""

    code = "bad_request"


class UnknownAdapter(UserError):
    """A label that the profile does not name."""

    code = "unknown_adapter"


class ViewTooLong(UserError):
    """The view has more tokens than the engine's context."""

    code = "context_length_exceeded"


class MessageRejected(UserError):
    """An empty message, or one beyond the profile's limit."""

    code = "message_rejected"


class MissingPiece(UserError):
    """Something that must be installed or built first; the message names the command."""

    code = "missing_piece"


class NotAllowed(PetitfourError):
    """An owner or permission check failed; the message never says what exists."""

    code = "not_found"


class EngineError(PetitfourError):
    """The engine could not do what was asked."""

    code = "engine_error"


class EngineUnreachable(EngineError):
    """Nothing answers at the engine's address, or it died during the request."""

    code = "engine_unreachable"


class EngineStalled(EngineError):
    """No token arrived within the bound."""

    code = "engine_stalled"


class EngineRefused(EngineError):
    """The engine answered with an error status."""

    code = "engine_refused"


class ConstraintUnsupported(EngineError):
    """The engine would silently ignore the constraint, so it is not sent."""

    code = "constraint_unsupported"


class RoutingFailed(PetitfourError):
    """The route hop gave no canonical label and the policy is "error"."""

    code = "routing_failed"


class StoreError(PetitfourError):
    """The database refused a read or a write."""

    code = "store_error"
