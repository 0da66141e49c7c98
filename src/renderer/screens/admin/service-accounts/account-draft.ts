import { lengthOf } from '../../../text-length.ts'

/** A service account as it is typed; what is left empty is generated. */
export interface ServiceAccountDraft {
  name: string
  username: string
}

/** What is wrong with it, by the names of the interface. */
export function draftErrors({ name, username }: ServiceAccountDraft): Record<string, string[]> {
  return {
    ...(lengthOf(name) > 255 && { name: ['is too long (255 characters at most)'] }),
    ...(username.trim() !== '' &&
      !/^[a-z0-9_.][a-z0-9_.-]{0,254}$/i.test(username.trim()) && {
        username: ['can have only letters, digits, “_”, “-” and “.”'],
      }),
  }
}

/** What is sent: only what was typed. */
export function newAccount({ name, username }: ServiceAccountDraft): Partial<ServiceAccountDraft> {
  return {
    ...(name.trim() && { name: name.trim() }),
    ...(username.trim() && { username: username.trim() }),
  }
}
