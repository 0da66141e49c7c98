import { z } from 'zod'

/** The reasons why an SSH connection can fail. */
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

export const SshConnection = z.lazy(() =>
  z.object({
    /** Where ssh connects, according to its configuration. */
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
    /** The last output from ssh, for a problem with no other explanation. */
    said: z.string().optional(),
  }),
)
export type SshConnection = z.output<typeof SshConnection>
