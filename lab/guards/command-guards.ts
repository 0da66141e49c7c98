import type { Guard } from './guard.ts'

const commands = 'src/core/command-line/command-line.exploit.test.ts'
const answers = 'src/core/command-line/answer-command.test.ts'

/** Guards of commands in a terminal, which reach the running Latchkey. */
export const commandGuards: readonly Guard[] = [
  {
    id: 'command-beside-link',
    test: 'src/core/command-line/parse-command.test.ts',
    title: 'rejects one beside a link, whose author may have injected it',
  },
  {
    id: 'command-files',
    test: commands,
    title: 'isn’t asked if others may use the socket, the key, or the folder',
  },
  { id: 'command-files', test: commands, title: 'isn’t asked through a link as the folder' },
  {
    id: 'command-files',
    test: commands,
    title: 'can’t have Latchkey listen in a folder that is open to them, or is a link',
  },
  {
    id: 'command-app-proof',
    test: commands,
    title: 'gets nothing but a random number without the key',
  },
  { id: 'command-proof', test: commands, title: 'isn’t answered without the key' },
  {
    id: 'command-proof',
    test: commands,
    title: 'isn’t answered if it sends another request than the one that was proven',
  },
  {
    id: 'command-nonce',
    replacement: 'const nonce = String(greeting.nonce)',
    test: commands,
    title: 'isn’t answered when it replays a recorded conversation',
  },
  { id: 'command-line-size', test: commands, title: 'is hung up on after a long line' },
  { id: 'command-operations', test: commands, title: 'can’t call any other operation' },
  {
    id: 'command-text',
    replacement: 'return text',
    test: commands,
    title: 'prints names that can’t control the terminal or reorder text',
  },
  {
    id: 'command-cell',
    replacement: 'return plainText(text)',
    test: commands,
    title: 'can’t have its table padded to the length of one name',
  },
  {
    id: 'command-answer-size',
    replacement: 'const isTooLong = false',
    test: commands,
    title: 'learns why if its answer would be too long',
  },
  {
    id: 'command-unread',
    test: commands,
    title: 'can’t occupy a connection for good by not reading its answer',
  },
  { id: 'command-flood', test: commands, title: 'can’t fill the memory while it waits' },
  {
    id: 'command-user',
    replacement: 'return found && printed(found)',
    test: commands,
    title: 'doesn’t show another user than the one it asked for',
  },
  {
    id: 'command-notification',
    test: answers,
    title: 'is set on the account shown last, with a notification, and shown and cleared',
  },
  {
    id: 'command-audit',
    replacement:
      'gitlab.page(users.list, { search: text }).then(({ items }) => ({ users: (items as AdminListUser[]).map(printed), isCut: false }))',
    test: answers,
    title: 'finds users with the administrator’s account, and the audit log has it',
  },
  {
    id: 'command-off',
    test: 'src/core/command-line/setup-command-line.test.ts',
    title: 'is off until it is allowed, and leaves nothing when it is off',
  },
  {
    id: 'calendar-controls',
    replacement: 'return escaped',
    test: 'src/core/features/expiries/calendar.test.ts',
    title: 'can’t add a property by its name',
  },
  {
    id: 'calendar-years',
    replacement: 'const start = Date.parse(at)',
    test: 'src/core/features/expiries/calendar.test.ts',
    title: 'can’t make the calendar unreadable by a year of five digits',
  },
]
