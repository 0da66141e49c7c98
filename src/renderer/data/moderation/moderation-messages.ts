import { type ModerationAction, moderationLabels } from '../../../shared/moderation.ts'

/** What is said of an action, the same on every screen. */
export interface ActionWords {
  /** As its button is named. */
  label: string
  /** While it is under way: "Blocking Anna". */
  doing: string
  /** When it is done: "Anna is blocked". */
  done: string
  /** One sentence on what it does. */
  what: string
  /** What nothing brings back, said of many people; only where there is no way back. */
  lost?: string
}

/** The actions in the words of the interface (`app/services/users/*_service.rb` says what each does). */
export const actionWords: Record<ModerationAction, ActionWords> = {
  block: {
    label: moderationLabels.block,
    doing: 'Blocking',
    done: 'blocked',
    what: 'They can no longer sign in or use the API; all that is theirs stays.',
  },
  unblock: {
    label: moderationLabels.unblock,
    doing: 'Unblocking',
    done: 'unblocked',
    what: 'Who was blocked by an administrator can sign in again.',
  },
  ban: {
    label: moderationLabels.ban,
    doing: 'Banning',
    done: 'banned',
    what: 'They can no longer sign in, and what they wrote is hidden from others.',
  },
  unban: {
    label: moderationLabels.unban,
    doing: 'Unbanning',
    done: 'unbanned',
    what: 'Who was banned can sign in again, and what they wrote is shown again.',
  },
  activate: {
    label: moderationLabels.activate,
    doing: 'Activating',
    done: 'activated',
    what: 'Who was deactivated is active again, and takes a seat where seats are counted.',
  },
  deactivate: {
    label: moderationLabels.deactivate,
    doing: 'Deactivating',
    done: 'deactivated',
    what: 'For those who have been away for long; signing in makes them active again.',
  },
  approve: {
    label: moderationLabels.approve,
    doing: 'Approving',
    done: 'approved',
    what: 'Who asked for an account is let in, and told so by mail.',
    lost: 'A mail tells each of them. They cannot be made to wait again; who should not be in must be blocked.',
  },
  reject: {
    label: moderationLabels.reject,
    doing: 'Rejecting',
    done: 'rejected',
    what: 'Who asked for an account is refused: the account is deleted, and a mail tells them.',
    lost: 'Their accounts are deleted, and a mail tells each of them. Nothing brings the accounts back.',
  },
  disable_two_factor: {
    label: moderationLabels.disable_two_factor,
    doing: 'Disabling two-factor authentication of',
    done: 'without two-factor authentication',
    what: 'The second factor is removed: a password alone is enough until a new one is set up.',
    lost: 'Their authenticators, security keys and recovery codes are forgotten; each of them must set up new ones.',
  },
  delete: {
    label: moderationLabels.delete,
    doing: 'Deleting',
    done: 'deleted',
    what: 'The account goes; issues, comments and merge requests stay under the name “Ghost User”.',
    lost:
      'Their accounts, profiles, keys, tokens and personal projects are deleted for good. Issues, comments and merge ' +
      'requests stay, under the name “Ghost User”.',
  },
  hard_delete: {
    label: moderationLabels.hard_delete,
    doing: 'Deleting with contributions',
    done: 'deleted with their contributions',
    what: 'The account goes, and with it all they contributed and the groups that only they own.',
    lost:
      'Their accounts are deleted for good, and with them every issue, comment and merge request of theirs, their ' +
      'personal projects, and the groups of which they are the only owner, with all projects in them.',
  },
}
