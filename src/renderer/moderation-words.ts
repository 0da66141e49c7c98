import type { ModerationAction } from '../shared/moderation.ts'

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
    label: 'Block',
    doing: 'Blocking',
    done: 'blocked',
    what: 'They can no longer sign in or use the API; all that is theirs stays.',
  },
  unblock: {
    label: 'Unblock',
    doing: 'Unblocking',
    done: 'unblocked',
    what: 'Who was blocked by an administrator can sign in again.',
  },
  ban: {
    label: 'Ban',
    doing: 'Banning',
    done: 'banned',
    what: 'They can no longer sign in, and what they wrote is hidden from others.',
  },
  unban: {
    label: 'Unban',
    doing: 'Unbanning',
    done: 'unbanned',
    what: 'Who was banned can sign in again, and what they wrote is shown again.',
  },
  activate: {
    label: 'Activate',
    doing: 'Activating',
    done: 'activated',
    what: 'Who was deactivated is active again, and takes a seat where seats are counted.',
  },
  deactivate: {
    label: 'Deactivate',
    doing: 'Deactivating',
    done: 'deactivated',
    what: 'For those who have been away for long; signing in makes them active again.',
  },
  approve: {
    label: 'Approve',
    doing: 'Approving',
    done: 'approved',
    what: 'Who asked for an account is let in, and told so by mail.',
    lost: 'A mail tells each of them. They cannot be made to wait again; who should not be in must be blocked.',
  },
  reject: {
    label: 'Reject',
    doing: 'Rejecting',
    done: 'rejected',
    what: 'Who asked for an account is refused: the account is deleted, and a mail tells them.',
    lost: 'Their accounts are deleted, and a mail tells each of them. Nothing brings the accounts back.',
  },
  disable_two_factor: {
    label: 'Disable two-factor',
    doing: 'Disabling two-factor authentication of',
    done: 'without two-factor authentication',
    what: 'The second factor is removed: a password alone is enough until a new one is set up.',
    lost: 'Their authenticators, security keys and recovery codes are forgotten; each of them must set up new ones.',
  },
  delete: {
    label: 'Delete',
    doing: 'Deleting',
    done: 'deleted',
    what: 'The account goes; issues, comments and merge requests stay under the name “Ghost User”.',
    lost:
      'Their accounts, profiles, keys, tokens and personal projects are deleted for good. Issues, comments and merge ' +
      'requests stay, under the name “Ghost User”.',
  },
  hard_delete: {
    label: 'Delete with contributions',
    doing: 'Deleting with contributions',
    done: 'deleted with their contributions',
    what: 'The account goes, and with it all they contributed and the groups that only they own.',
    lost:
      'Their accounts are deleted for good, and with them every issue, comment and merge request of theirs, their ' +
      'personal projects, and the groups of which they are the only owner, with all projects in them.',
  },
}
