import { z } from 'zod'

/** Why a connection over SSH doesn't work. */
export const sshProblems = [
  'no-ssh',
  /** ssh doesn’t read the alias that was created. */
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
  /** Where ssh connects to, by its own configuration. */
  user: z.string(),
  host: z.string(),
  port: z.number(),
  /** Absent where it works. */
  problem: z.enum(sshProblems).optional(),
  /** The username that GitLab greeted. */
  greeted: z.string().optional(),
  /** The fingerprint of the host's key, such as `SHA256:…`. */
  hostKey: z.string().optional(),
  /** The fingerprints of the keys that ssh offered. */
  offered: z.array(z.string()),
  /** What ssh said last, for a problem that has no other explanation. */
  said: z.string().optional(),
})
export type SshConnection = z.output<typeof SshConnection>
