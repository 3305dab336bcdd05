"""The acts that tests do, in one namespace."""

from __future__ import annotations

from tablee.table.acts.act import Act as Act
from tablee.table.acts.act_registry import ACTS as ACTS
from tablee.table.acts.add_seat import AddSeat as AddSeat
from tablee.table.acts.allow_advice import AllowAdvice as AllowAdvice
from tablee.table.acts.allow_rolls import AllowRolls as AllowRolls
from tablee.table.acts.allow_typed_dice import AllowTypedDice as AllowTypedDice
from tablee.table.acts.answer import Answer as Answer
from tablee.table.acts.archive import Archive as Archive
from tablee.table.acts.begin_scene import BeginScene as BeginScene
from tablee.table.acts.change_record import ChangeRecord as ChangeRecord
from tablee.table.acts.change_rulings import ChangeRulings as ChangeRulings
from tablee.table.acts.change_seat import ChangeSeat as ChangeSeat
from tablee.table.acts.copy_character import CopyCharacter as CopyCharacter
from tablee.table.acts.decline import Decline as Decline
from tablee.table.acts.disclose import Disclose as Disclose
from tablee.table.acts.end_scene import EndScene as EndScene
from tablee.table.acts.give import Give as Give
from tablee.table.acts.hand_out import HandOut as HandOut
from tablee.table.acts.hand_over import HandOver as HandOver
from tablee.table.acts.knock import Knock as Knock
from tablee.table.acts.let_throw import LetThrow as LetThrow
from tablee.table.acts.note import Note as Note
from tablee.table.acts.overrule import Overrule as Overrule
from tablee.table.acts.play_pending import PlayPending as PlayPending
from tablee.table.acts.propose import Propose as Propose
from tablee.table.acts.put_away import PutAway as PutAway
from tablee.table.acts.put_portrait import PutPortrait as PutPortrait
from tablee.table.acts.put_sheet import PutSheet as PutSheet
from tablee.table.acts.remove_modifier import RemoveModifier as RemoveModifier
from tablee.table.acts.remove_seat import RemoveSeat as RemoveSeat
from tablee.table.acts.repeat_run import Repeat as Repeat
from tablee.table.acts.replace import Replace as Replace
from tablee.table.acts.request_run import RequestRun as RequestRun
from tablee.table.acts.reset_fields import ResetFields as ResetFields
from tablee.table.acts.restore import Restore as Restore
from tablee.table.acts.reveal import Reveal as Reveal
from tablee.table.acts.reveal_throw import RevealThrow as RevealThrow
from tablee.table.acts.seal import Seal as Seal
from tablee.table.acts.take_back_handout import TakeBackHandout as TakeBackHandout
from tablee.table.acts.throw import Throw as Throw
from tablee.table.acts.throw_free import ThrowFree as ThrowFree
from tablee.table.acts.undo import Undo as Undo
from tablee.table.acts.withdraw import Withdraw as Withdraw
