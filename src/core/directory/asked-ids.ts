import type { DirectoryFilter } from '../../shared/app/directory.ts'
import { FailureError } from '../../shared/failure.ts'
import type { BasicUser } from '../../shared/service/user-fields.ts'
import { users } from '../../shared/service/users.ts'
import type { AccountService } from '../account-service.ts'

/** People whom the service named for a filter that the copy cannot answer. */
export interface Asked {
  ids: ReadonlySet<number>
  /** Tells one answer from the next. */
  stamp: number
}

/** The filters that only the service can answer. */
type Question = Pick<
  DirectoryFilter,
  'without_projects' | 'auditors' | 'saml_provider_id' | 'skip_ldap' | 'custom_attributes'
>

interface Kept {
  /** When it was asked, in milliseconds since 1970. */
  at: number
  asked: Promise<Asked>
  answer?: Asked
}

const keptMs = 5 * 60 * 1000

/** Asks the service what the copy does not tell, and keeps the answers for five minutes. In memory only. */
export class AskedIds {
  readonly #now: () => number
  readonly #kept = new Map<string, Kept>()
  #stamp = 0

  /** `now`: milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Nothing where the copy answers the whole filter; `knowsAuditors` says whether its rows tell of auditors. */
  of(
    me: AccountService,
    filter: DirectoryFilter,
    knowsAuditors: () => boolean,
  ): Promise<Asked> | undefined {
    const question = questionOf(filter, knowsAuditors)
    if (!question) return undefined
    const key = keyOf(me.account, question)
    const known = this.#kept.get(key)
    if (known && this.#now() - known.at < keptMs) return known.asked
    const kept: Kept = { at: this.#now(), asked: this.#ask(me, question) }
    this.#kept.set(key, kept)
    kept.asked.then(
      (answer) => (kept.answer = answer),
      () => this.#kept.delete(key),
    )
    return kept.asked
  }

  /** What `of` answered last, without asking; throws where nothing is kept. */
  kept(account: string, filter: DirectoryFilter, knowsAuditors: () => boolean): Asked | undefined {
    const question = questionOf(filter, knowsAuditors)
    if (!question) return undefined
    const answer = this.#kept.get(keyOf(account, question))?.answer
    if (answer) return answer
    throw new FailureError({
      kind: 'conflict',
      message: `It is too long ago that the service was asked ${wordsOf(question)}.`,
      hint: 'Look at the list once more, then try again.',
    })
  }

  forget(account: string): void {
    for (const key of this.#kept.keys()) if (key.startsWith(`${account} `)) this.#kept.delete(key)
  }

  async #ask(me: AccountService, question: Question): Promise<Asked> {
    const input = { ...question, pagination: 'keyset', order_by: 'id', sort: 'asc' }
    const ids = new Set<number>()
    let cursor: string | undefined
    do {
      const page = await me.page(users.list, input, cursor).catch((error: unknown) => {
        throw inWords(error, question)
      })
      const before = ids.size
      for (const { id } of page.items as BasicUser[]) ids.add(id)
      if (page.items.length > 0 && ids.size === before) throw inCircles()
      cursor = page.next
    } while (cursor !== undefined)
    this.#stamp += 1
    return { ids, stamp: this.#stamp }
  }
}

function keyOf(account: string, question: Question): string {
  return `${account} ${JSON.stringify(question)}`
}

function questionOf(filter: DirectoryFilter, knowsAuditors: () => boolean): Question | undefined {
  const { without_projects, auditors, saml_provider_id, skip_ldap, custom_attributes = {} } = filter
  const question: Question = {
    ...(without_projects && { without_projects }),
    ...(auditors && !knowsAuditors() && { auditors }),
    ...(saml_provider_id !== undefined && { saml_provider_id }),
    ...(skip_ldap && { skip_ldap }),
    ...(Object.keys(custom_attributes).length > 0 && { custom_attributes }),
  }
  return Object.keys(question).length > 0 ? question : undefined
}

const words: Record<keyof Question, string> = {
  without_projects: 'who has no projects',
  auditors: 'who is an auditor',
  saml_provider_id: 'who comes from a SAML provider',
  skip_ldap: 'who comes from LDAP',
  custom_attributes: 'who has which custom attributes',
}

function wordsOf(question: Question): string {
  return (Object.keys(question) as (keyof Question)[]).map((name) => words[name]).join(' and ')
}

/** Without a connection the rest of the directory still works, so it is said why this does not. */
function inWords(error: unknown, question: Question): unknown {
  if (!(error instanceof FailureError)) return error
  const { kind } = error.failure
  if (kind !== 'offline' && kind !== 'timeout') return error
  return new FailureError({
    ...error.failure,
    message: `The copy on this machine does not tell ${wordsOf(question)}, and the service could not be asked.`,
    hint: 'Leave that filter out, or try again when there is a connection.',
  })
}

function inCircles(): FailureError {
  return new FailureError({
    kind: 'service-error',
    message: 'The list of people never came to an end: the service sent the same page again.',
    hint: 'Nothing was shown, because the list would be wrong. Try again later.',
  })
}
