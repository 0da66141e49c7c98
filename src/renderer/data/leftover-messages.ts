import type { Leftover } from '../../shared/app/device.ts'

interface Words {
  title: string
  /** What it is, where the title doesn't say. */
  hint?: string
  /** On the button that deletes it. */
  action: string
  /** What is lost with it, in a sentence. */
  loss?: string
}

/** What each kind of file is called that stays after a sign-out. */
export const leftoverMessages: Record<Leftover['kind'], Words> = {
  'audit-log': {
    title: 'Audit log',
    hint: 'Kept at sign-out.',
    action: 'Delete audit log',
  },
  'account-folder': {
    title: 'Data of an unknown account',
    hint: 'The account isn’t signed in on this computer.',
    action: 'Delete account data',
    loss: 'It may hold pending actions and an audit log.',
  },
  'damaged-file': {
    title: 'Damaged file',
    hint: 'Set aside when Latchkey couldn’t read it.',
    action: 'Delete damaged file',
    loss: 'Anything not recovered from it is lost.',
  },
  logs: {
    title: 'Log files',
    hint: 'Contain no names, URLs or tokens.',
    action: 'Delete log files',
  },
  'viewed-users': {
    title: 'Viewed users',
    hint: 'Last activity of users from before you used “View as”.',
    action: 'Delete viewed users',
    loss: 'Users may then look active because you used “View as”.',
  },
  notifications: {
    title: 'Notification history',
    hint: 'Keeps notifications from appearing twice.',
    action: 'Delete notification history',
  },
  starts: {
    title: 'Unfinished starts',
    hint: 'Two in a row turn on safe mode.',
    action: 'Delete unfinished starts',
  },
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size for people, such as "12 kB". */
export function formatBytes(bytes: number, locale?: string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const size = bytes / 1000 ** power
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 && power > 0 ? 1 : 0,
  }).format(size)
}
