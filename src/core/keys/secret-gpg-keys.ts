/** The secret keys in this computer's gpg. */
export interface SecretGpgKeys {
  /** Of one key and its subkeys, if they can sign now; empty if gpg has no key of that name. */
  fingerprints: string[]
  /** Why gpg gave no answer. */
  said?: string
}

/** Finds the keys that gpg would sign with for `--local-user NAME`, using another gpg program if one is given. */
export type FindSecretGpgKeys = (name: string, program?: string) => Promise<SecretGpgKeys>
