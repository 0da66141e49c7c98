import { z } from 'zod'

/** Why an SSH connection fails. */
export const sshProblems = [
  'no-ssh',
  /** ssh doesn’t read the created alias. */
  'alias-unknown',
  'host-not-found',
  'port-closed',
  'unreachable',
  'host-key-unknown',
  'host-key-changed',
  'no-key',
  'key-refused',
  'signing-failed',
  'other-account',
  'blocked',
  'other-service',
  'timeout',
  'failed',
] as const

export const SshConnection = z.object({
  /** The target of ssh, according to its configuration. */
  user: z.string(),
  host: z.string(),
  port: z.number(),
  /** Absent if the connection works. */
  problem: z.enum(sshProblems).optional(),
  /** The username in GitLab's greeting. */
  greeted: z.string().optional(),
  /** The fingerprint of the host key, such as `SHA256:…`. */
  hostKey: z.string().optional(),
  /** The fingerprints of the keys that ssh offered. */
  offered: z.array(z.string()),
  /** The last output of ssh, for a problem without another explanation. */
  said: z.string().optional(),
})
export type SshConnection = z.output<typeof SshConnection>
