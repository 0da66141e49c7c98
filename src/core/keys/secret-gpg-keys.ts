/** Secret keys of this computer's gpg. */
export interface SecretGpgKeys {
  /** Of one key and its subkeys, as far as they can sign now; none where gpg has none of the name. */
  fingerprints: string[]
  /** Why gpg gave no answer. */
  said?: string
}

/** Finds the keys that gpg would sign with for a name of `--local-user`; in a program other than the usual gpg if one is given. */
export type FindSecretGpgKeys = (name: string, program?: string) => Promise<SecretGpgKeys>
