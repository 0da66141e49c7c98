import { z } from 'zod'
import {
  type CappedAction,
  actionsWithReason,
  cappedActions,
  highestCeiling,
  isPattern,
} from '../rules/ceilings.ts'
import { disablableFeatures } from '../rules/policy.ts'
import { clipboardSeconds, lockMinutes } from '../rules/settings.ts'
import { allowedWhileLocked, operation } from './operation.ts'
import { updateChannels } from './updates.ts'

const httpsUrl = z.url({ protocol: /^https$/ }).max(2048)
const absolutePath = z.string().min(1).max(4096)

const ceiling = z.int().min(0).max(highestCeiling).optional()

/** The most users or tokens in a day, by action. */
export const PolicyCeilings = z.strictObject(
  Object.fromEntries(cappedActions.map((action) => [action, ceiling])) as Record<
    CappedAction,
    typeof ceiling
  >,
)

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

/**
 * The keys of a company's policy, each with the description that its administrators read, and an example. All are optional.
 * After a change, "npm run policy:files" writes them into the files for administrators.
 */
export const policyKeys = {
  organization: z
    .string()
    .min(1)
    .max(80)
    .describe('Shown as “Managed by …” at sign-in and in Settings.')
    .meta({ examples: ['Example'] }),
  instances: z
    .array(PolicyInstance)
    .max(100)
    .describe('Instances offered at sign-in.')
    .meta({ examples: [[{ url: 'https://gitlab.example.com', name: 'Example' }]] }),
  onlyTheseInstances: z
    .boolean()
    .describe('Other instances can’t be added, and existing accounts on them become read-only.')
    .meta({ examples: [true] }),
  updates: z
    .union([z.enum(['off', 'ask']), z.strictObject({ channel: z.enum(updateChannels) })])
    .describe('How Latchkey updates: not at all, when asked, or from one channel.')
    .meta({ examples: ['off'] }),
  disabledFeatures: z
    .array(z.enum(disablableFeatures))
    .describe('Features that are hidden, and refused if called.')
    .meta({ examples: [['impersonation', 'hard-delete']] }),
  requireKeychain: z
    .boolean()
    .describe('Tokens are stored in the keychain, or nobody signs in.')
    .meta({ examples: [true] }),
  lockAfterMinutes: z
    .int()
    .min(1)
    .max(Math.max(...lockMinutes))
    .describe('The most minutes without input until Latchkey locks.')
    .meta({ examples: [15] }),
  clipboardClearSeconds: z
    .int()
    .min(clipboardSeconds.min)
    .max(clipboardSeconds.max)
    .describe('The most seconds that a copied secret stays in the clipboard.')
    .meta({ examples: [30] }),
  tokenMaxDays: z
    .int()
    .min(1)
    .max(400)
    .describe('The most days until a new token expires.')
    .meta({ examples: [90] }),
  ceilings: PolicyCeilings.describe(
    'The most users or tokens that each action may affect in 24 hours on an instance.',
  ).meta({ examples: [{ delete: 20, ban: 500 }] }),
  raiseCeilingsAtOnce: z
    .boolean()
    .describe('A ceiling that a user raises applies at once instead of after an hour.')
    .meta({ examples: [true] }),
  requireReason: z
    .array(z.enum(actionsWithReason))
    .describe('Actions that need a reason.')
    .meta({ examples: [['delete', 'view_as']] }),
  ticketPattern: z
    .string()
    .min(1)
    .max(200)
    .refine(isPattern)
    .describe(
      'Regular expression that each reason has to match somewhere, such as a ticket’s number.',
    )
    .meta({ examples: ['\\b[A-Z]+-[0-9]+\\b'] }),
  auditLogFolder: absolutePath
    .describe('Folder to which each entry of the audit log is appended as a line of JSON.')
    .meta({ examples: ['/var/log/latchkey'] }),
}

/** A company's policy. */
export const Policy = z.strictObject(policyKeys).partial()
export type Policy = z.output<typeof Policy>

/** The policy of this computer, as screens show it. */
export const ShownPolicy = z.lazy(() =>
  z.object({
    organization: Policy.shape.organization,
    /** The file or registry key, and the SHA-256 of its content. Absent without a policy. */
    source: z.object({ path: z.string(), hash: z.string().optional() }).optional(),
    /** The other keys that apply. */
    values: Policy.omit({ organization: true, instances: true }),
    /** The instances offered at sign-in. */
    instances: z.array(z.object({ url: z.string(), name: z.string().optional() })),
    /** The keys that don't apply, and why. */
    problems: z.array(z.object({ key: z.string(), reason: z.string() })),
    /** Why an existing policy can't be read. */
    unreadable: z.string().optional(),
  }),
)
export type ShownPolicy = z.output<typeof ShownPolicy>

export const policy = {
  /** The policy of this computer, read at the start. */
  get: allowedWhileLocked(operation(() => ({ input: z.strictObject({}), output: ShownPolicy }))),
}
