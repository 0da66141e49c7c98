import type { BasicUser } from '../../../shared/gitlab/user-fields.ts'
import type { Command } from './commands.ts'
import { shownName } from '../shown-name.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { t } from '../../ui/messages.ts'

/** The details that tell a user apart from others with the same name. */
interface ShownUser extends Pick<BasicUser, 'id' | 'name' | 'username'> {
  email?: string | null
}

/** A command about a user, with the details that tell users apart. */
export function userCommand(
  verb: string,
  user: ShownUser,
  command: Omit<Command, 'id' | 'detail' | 'user'>,
): Command {
  const { id, username, email } = user
  const details = [`@${username}`, email, t('palette.userId', { id: String(id) })]
  return {
    id: `${verb}-${id}`,
    user: { id, name: shownName(user), username },
    detail: details
      .filter((text) => text)
      .map((text) => escapeBidi(text!))
      .join(' · '),
    ...command,
  }
}

/** An item that can’t be run, such as a note that a list is still loading. */
export function noteCommand(note: string, group: Command['group']): Command {
  return { id: 'note', label: note, unavailable: '', group, run: () => undefined }
}
