/** The key that gpg on this computer signs with. */
export interface GpgSigningKey {
  /** The fingerprint of the key or subkey; absent if gpg has none with that name that can sign now. */
  fingerprint?: string
  /** The fingerprint of the key to which it belongs. */
  primary?: string
  /** Why gpg didn't respond; absent if it did. */
  said?: string
}

/** Finds the key that gpg would sign with, given `--local-user NAME`, optionally using another gpg program. */
export type FindGpgSigningKey = (name: string, program?: string) => Promise<GpgSigningKey>
