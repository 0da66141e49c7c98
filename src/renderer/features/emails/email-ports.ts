import type { MessageId } from '../../../shared/messages/message.ts'
import type { Email } from '../../../shared/gitlab/emails.ts'
import type { Page, ServiceApi } from '../../../shared/gitlab/index.ts'
import type { CurrentUser } from '../../../shared/gitlab/user-fields.ts'

/** How the addresses of one’s own account and of another user differ. */
interface EmailPorts {
  /** Reads the primary address. */
  owner(): Promise<Pick<CurrentUser, 'email' | 'confirmed_at'>>
  list(cursor: string | undefined): Promise<Page<Email>>
  /** Reads one address; only its owner can. */
  get?(email_id: number): Promise<Email>
  add(email: string, isTrusted: boolean): Promise<unknown>
  remove(email_id: number): Promise<unknown>
  messages: Record<'isUnconfirmed' | 'added' | 'addressHint' | 'deleteText', MessageId>
}

/** The calls and messages for one’s own addresses or, for administrators, for those of the user with that ID. */
export function emailPorts({ emails, user, users }: ServiceApi, id?: number): EmailPorts {
  if (id === undefined) {
    return {
      owner: () => user.get(),
      list: (cursor) => emails.list({ cursor }),
      get: (email_id) => emails.get({ email_id }),
      add: (email) => emails.add({ email }),
      remove: (email_id) => emails.remove({ email_id }),
      messages: {
        isUnconfirmed: 'emails.isUnconfirmed',
        added: 'emails.added',
        addressHint: 'emails.addressHint',
        deleteText: 'emails.deleteText',
      },
    }
  }
  return {
    owner: () => users.get({ id }),
    list: (cursor) => emails.listOf({ id, cursor }),
    add: (email, isTrusted) => emails.addFor({ id, email, skip_confirmation: isTrusted }),
    remove: (email_id) => emails.removeOf({ id, email_id }),
    messages: {
      isUnconfirmed: 'emails.isUnconfirmedForUser',
      added: 'emails.addedForUser',
      addressHint: 'emails.addressHintForUser',
      deleteText: 'emails.deleteTextForUser',
    },
  }
}
