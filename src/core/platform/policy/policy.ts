import { z } from 'zod'
import type { Text } from '../../../shared/messages/message.ts'
import { disablableFeatures } from '../../../shared/rules/policy.ts'
import { clipboardSeconds, lockMinutes } from '../../../shared/rules/settings.ts'
import { updateChannels } from '../../../shared/operations/updates.ts'

const httpsUrl = z.url({ protocol: /^https$/ }).max(2048)
const absolutePath = z.string().min(1).max(4096)

/** An instance that the company offers at sign-in. */
export const PolicyInstance = z.strictObject({
  url: httpsUrl.describe('Base URL of the instance.'),
  name: z.string().min(1).max(80).optional().describe('Name shown at sign-in.'),
  oauthClientId: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe('Application ID for signing in with the browser.'),
  scopes: z
    .array(z.string().min(1).max(64))
    .min(1)
    .max(20)
    .optional()
    .describe('Scopes to request when signing in with the browser.'),
  caFile: absolutePath
    .optional()
    .describe('Path of a PEM file with the certificate authority of the instance.'),
})

/** The keys of a company's policy, each with the description that its administrators read. All are optional. */
export const policyKeys = {
  organization: z
    .string()
    .min(1)
    .max(80)
    .describe('Shown as “Managed by …” at sign-in and in Settings.'),
  instances: z.array(PolicyInstance).max(100).describe('Instances offered at sign-in.'),
  onlyTheseInstances: z
    .boolean()
    .describe('Other instances can’t be added, and existing accounts on them become read-only.'),
  updates: z
    .union([z.enum(['off', 'ask']), z.strictObject({ channel: z.enum(updateChannels) })])
    .describe('How Latchkey updates: not at all, when asked, or from one channel.'),
  disabledFeatures: z
    .array(z.enum(disablableFeatures))
    .describe('Features that are hidden, and refused if called.'),
  requireKeychain: z.boolean().describe('Tokens are stored in the keychain, or nobody signs in.'),
  lockAfterMinutes: z
    .int()
    .min(1)
    .max(Math.max(...lockMinutes))
    .describe('The most minutes without input until Latchkey locks.'),
  clipboardClearSeconds: z
    .int()
    .min(clipboardSeconds.min)
    .max(clipboardSeconds.max)
    .describe('The most seconds that a copied secret stays in the clipboard.'),
  tokenMaxDays: z.int().min(1).max(400).describe('The most days until a new token expires.'),
  auditLogFolder: absolutePath.describe(
    'Folder to which each entry of the audit log is appended as a line of JSON.',
  ),
}

/** A company's policy. */
export const Policy = z.strictObject(policyKeys).partial()
export type Policy = z.output<typeof Policy>
export type PolicyKey = keyof Policy

/** An unknown key or invalid value, which doesn't apply. */
export interface PolicyProblem {
  key: string
  /** Why it doesn't apply. */
  reason: Text
}

/** The policy of this computer. */
export interface ManagedPolicy {
  /** The valid keys; empty without a policy. */
  values: Policy
  /** Absent without a policy. */
  source?: {
    /** The file or registry key. */
    path: string
    /** SHA-256 of its content, in hexadecimal; absent if it couldn't be read. */
    hash?: string
  }
  problems: readonly PolicyProblem[]
  /** Why an existing policy couldn't be read, which stops sign-in and everything that a key could forbid. */
  unreadable?: Text
}

/** The policy of a computer without one. */
export const noPolicy: ManagedPolicy = { values: {}, problems: [] }
