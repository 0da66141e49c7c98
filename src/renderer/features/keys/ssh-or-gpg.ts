import type { useGpgKeys } from './gpg.ts'
import type { useSshKeys } from './ssh.ts'

/**
 * The SSH or GPG keys on an account and this computer or, for administrators, another user’s keys and those added for
 * them.
 */
export type SshOrGpgKeys = ReturnType<typeof useSshKeys> | ReturnType<typeof useGpgKeys>
