/** Secret keys in this computer's gpg. */
export interface SecretGpgKeys {
  /** Fingerprints of a key and its subkeys that can sign now; empty if gpg has no key with that name. */
  fingerprints: string[]
  /** The reason if gpg didn't respond. */
  said?: string
}

/** Finds the keys that gpg would sign with for `--local-user NAME`, optionally using another gpg program. */
export type FindSecretGpgKeys = (name: string, program?: string) => Promise<SecretGpgKeys>
