/** Secret keys that gpg has on this computer. */
export interface SecretGpgKeys {
  /** Fingerprints of a key and its subkeys that can sign now; empty if gpg has no key with that name. */
  fingerprints: string[]
  /** Why gpg didn't respond; absent if it did. */
  said?: string
}

/** Finds the keys that gpg would sign with, given `--local-user NAME`, optionally using another gpg program. */
export type FindSecretGpgKeys = (name: string, program?: string) => Promise<SecretGpgKeys>
