import type { useGpgKeys } from './gpg.ts'
import type { useSshKeys } from './ssh.ts'

/**
 * The SSH or GPG keys of an account and those of this computer; or, for administrators, those of another user and those that were
 * added here for them.
 */
export type SshOrGpgKeys = ReturnType<typeof useSshKeys> | ReturnType<typeof useGpgKeys>
