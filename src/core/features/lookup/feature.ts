import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type { LookupOwner } from '../../../shared/operations/lookup.ts'
import { nameLimit } from '../../../shared/rules/limits.ts'
import { shorten } from '../../../shared/rules/text-length.ts'
import type { Context } from '../../context.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Feature } from '../feature.ts'
import { type FindOptions, type KeyFromReview, findPasted } from './find.ts'
import { readPastedText } from './pasted-text.ts'
import { type QueueableToken, revokePasted } from './revoke.ts'

/** What is known about a token, to notice if it changes. */
interface SelectedToken {
  token: number
  title: string
  created_at: string | null
  last_used_at: string | null
  expires_at: string | null
  scopes: string | null
}

interface Dependencies {
  /** What an account's newest review knows about a key; undefined if there is no review. */
  findReviewedKey(account: string, fingerprint: string): KeyFromReview | undefined
  /** Queues the revocation of a token that was selected by hand. */
  revokeToken(account: string, target: LookupOwner, token: SelectedToken): Promise<JobSummary>
}

/**
 * “Whose is this?” Guarantee: what was pasted is sent only to the account's instance, and neither stored nor logged.
 */
export function lookupFeature(
  { accounts, audit, clock }: Pick<Context, 'accounts' | 'audit' | 'clock'>,
  { findReviewedKey, revokeToken }: Dependencies,
): Feature<'lookup'> {
  const optionsFor = (gitlab: GitLabClient): FindOptions => ({
    gitlab,
    host: new URL(accounts.account(gitlab.account).baseUrl).host,
    now: clock.now(),
    accountWith: (token) => accounts.findByToken(token),
    findReviewed: (fingerprint) => findReviewedKey(gitlab.account, fingerprint),
  })
  return {
    handlers: {
      lookup: {
        find: ({ text }, gitlab) =>
          withoutTraces(async () =>
            findPasted(optionsFor(gitlab), await readPastedText(text, clock.now())),
          ),
        revoke: ({ text, ...shown }, gitlab) =>
          withoutTraces(async () => {
            const pasted = await readPastedText(text, clock.now())
            const queueRevocation = async (found: QueueableToken) =>
              (await revokeToken(gitlab.account, found.owner, toSelected(found))).id
            return revokePasted({ ...optionsFor(gitlab), audit, queueRevocation }, pasted, shown)
          }),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}

function toSelected({ id, name, scopes, ...found }: QueueableToken): SelectedToken {
  return {
    token: id,
    title: shorten(name, nameLimit),
    created_at: found.created_at ?? null,
    last_used_at: found.last_used_at ?? null,
    expires_at: found.expires_at ?? null,
    scopes: scopes?.join(', ') ?? null,
  }
}

/** V8 keeps the text of the last match of a regular expression in memory. */
async function withoutTraces<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } finally {
    ;/^/.test('')
  }
}
