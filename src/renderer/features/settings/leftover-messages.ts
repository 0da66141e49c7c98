import type { Leftover } from '../../../shared/operations/device.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { currentLocale } from '../../ui/messages.ts'

interface Messages {
  title: MessageId
  /** Omitted if the title is clear enough. */
  hint?: MessageId
  /** The delete button’s label. */
  action: MessageId
  /** What would be lost by deleting it. */
  loss?: MessageId
}

/** Messages for each kind of file left behind by a sign-out. */
export const leftoverMessages: Record<Leftover['kind'], Messages> = {
  'audit-log': {
    title: 'leftovers.auditLog',
    hint: 'leftovers.auditLogHint',
    action: 'leftovers.auditLogDelete',
  },
  'account-folder': {
    title: 'leftovers.accountFolder',
    hint: 'leftovers.accountFolderHint',
    action: 'leftovers.accountFolderDelete',
    loss: 'leftovers.accountFolderLoss',
  },
  'damaged-file': {
    title: 'leftovers.damagedFile',
    hint: 'leftovers.damagedFileHint',
    action: 'leftovers.damagedFileDelete',
    loss: 'leftovers.damagedFileLoss',
  },
  logs: {
    title: 'leftovers.logs',
    hint: 'leftovers.logsHint',
    action: 'leftovers.logsDelete',
  },
  'viewed-users': {
    title: 'leftovers.viewedUsers',
    hint: 'leftovers.viewedUsersHint',
    action: 'leftovers.viewedUsersDelete',
    loss: 'leftovers.viewedUsersLoss',
  },
  notifications: {
    title: 'leftovers.notifications',
    hint: 'leftovers.notificationsHint',
    action: 'leftovers.notificationsDelete',
  },
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Formats a size, such as "12 kB". */
export function formatBytes(bytes: number, locale?: string): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const size = bytes / 1000 ** power
  return new Intl.NumberFormat(locale ?? currentLocale(), {
    style: 'unit',
    unit: units[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: size < 10 && power > 0 ? 1 : 0,
  }).format(size)
}
