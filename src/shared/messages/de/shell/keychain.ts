import type { keychain as english } from '../../en/shell/keychain.ts'

export const keychain: Record<keyof typeof english, string> = {
  'keychain.title': 'Schlüsselbund',
}
