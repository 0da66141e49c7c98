import type {
  AnswerSource,
  AnswersPreview,
  PartSplit,
  ReviewItem,
  ReviewersPart,
} from '../../../../shared/operations/review.ts'
import { exportName } from '../../../../shared/rules/export-name.ts'
import { accessLevelMessage } from '../../../../shared/rules/access-levels.ts'
import { type ItemDecision, itemDecisions } from '../../../../shared/rules/review.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import { persist } from '../../../jobs/persist.ts'
import { expandHome } from '../../../computer/home-paths.ts'
import type { Computer } from '../../../accounts/computers.ts'
import type { LocalSshFiles } from '../../../computer/survey/survey.ts'
import { createFailureError } from '../../../platform/failures.ts'
import { textOf } from '../../../platform/messages.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { Decisions } from '../decisions.ts'
import type { Certification } from '../certification.ts'
import type { Reviews } from '../reviews.ts'
import { type ReviewerAnswer, type AnswersFile, maxAnswerProblems, readAnswers } from './answers.ts'
import { zippedPack } from './pack.ts'
import { PartStore, type StoredPart, askedHash, toReviewersPart, newPart, sha256 } from './part.ts'
import { partPage } from './part-page.ts'
import { csvPieces, joinPieces } from './pieces.ts'
import { type Verified, signText, verifySignature } from './signature.ts'
import { splitItems } from './split.ts'

export interface ReviewPartsOptions {
  reviews: Reviews
  certification: Certification
  jobs: Jobs
  username(account: string): string
  /** The account’s user, as in the audit log. */
  actor(account: string): { instance: string; id: number }
  clock: Pick<Clock, 'now'>
  /** The computer where an account’s keys are. */
  computerOf(account: string): Pick<Computer, 'home' | 'environment'>
  /** The SSH keys of that computer. */
  scanKeys(account: string): Promise<Pick<LocalSshFiles, 'keys'>>
}

interface ChosenFile {
  name: string
  text: string
}

/** An answer that can be taken over, and whose item it is about. */
type TakenAnswer = ReviewerAnswer & { user: number | null }

/** A reviewer's answers compared with the part that was made here. */
interface ComparedAnswers {
  part: StoredPart
  /** Those that can be taken over. */
  answers: TakenAnswer[]
  /** Who answered: a username if the review knows one. */
  by: string
  preview: AnswersPreview
  verified: Verified
}

/** Parts of reviews that others decide about without this app, their answers, and the evidence. */
export class ReviewParts {
  readonly #options: ReviewPartsOptions

  constructor(options: ReviewPartsOptions) {
    this.#options = options
  }

  list(account: string, review: number): ReviewersPart[] {
    const decided = new Set(this.#decisions(account, review).itemIds())
    return this.#store(account, review)
      .list()
      .map((part) => toReviewersPart(part, (item) => decided.has(item)))
  }

  /** Splits the undecided items that aren't in an answered part. */
  async split(gitlab: GitLabClient, review: number, split: PartSplit): Promise<ReviewersPart[]> {
    const { account } = gitlab
    const { certification, reviews, clock } = this.#options
    certification.assertOpen(account, review)
    const campaign = certification.campaign(account, review)
    const lookups = await reviews.items(account, review)
    const undecided = (await certification.allItems(account, review)).filter(
      ({ kind, decided }) => kind !== 'unread' && decided === null,
    )
    if (undecided.length === 0) throw createFailureError('review.nothingToSplit')
    const shares = await splitItems(undecided, split, {
      gitlab,
      reviewers: reviews.state(account, review).plan?.reviewers ?? [],
      findUser: (text) => lookups.findUser(text),
      ownersOf: ({ source_type, source }) =>
        source_type === null || source === null ? [] : lookups.ownersOf(source_type, source),
    })
    const store = this.#store(account, review)
    persist(() =>
      this.#options.jobs.of(account).sql.transaction(() => {
        // Attributes may have taken minutes to read.
        certification.assertOpen(account, review)
        const decided = new Set(this.#decisions(account, review).itemIds())
        const parts = shares.flatMap(({ reviewer, items }) => {
          const left = items.filter(({ id }) => !decided.has(id))
          const known = reviewer ?? { name: '', email: '' }
          return left.length > 0 ? [newPart(campaign, known, left, clock.now())] : []
        })
        store.replaceOpen(parts)
      }),
    )
    return this.list(account, review)
  }

  async export(account: string, review: number, id: string, format: 'html' | 'csv') {
    const { certification, reviews, clock } = this.#options
    const part = this.#store(account, review).get(id)
    const campaign = certification.campaign(account, review)
    const asked = new Set(part.items.map(({ item }) => item))
    const items = (await certification.allItems(account, review)).filter((item) =>
      asked.has(item.id),
    )
    const { name = '', instance = '', plan } = reviews.state(account, review)
    const title = exportName('review-part', { instance, username: part.email }, clock.now())
    const filename = `${title}-${id.slice(0, 8)}.${format}`
    const page = { ...{ campaign, name, instance, part, items }, due: plan?.due }
    const text = format === 'html' ? await partPage(page) : await partCsv(campaign, part, items)
    return [{ filename, text }]
  }

  async preview(
    gitlab: GitLabClient,
    review: number,
    files: readonly ChosenFile[],
  ): Promise<AnswersPreview> {
    return (await this.#compare(gitlab, review, files)).preview
  }

  /** Throws if the answers, the part, or the review aren't as previewed. */
  async import(
    gitlab: GitLabClient,
    review: number,
    { files, hash }: { files: readonly ChosenFile[]; hash: string },
  ): Promise<number> {
    const { account } = gitlab
    const { certification, jobs, clock, username } = this.#options
    certification.assertOpen(account, review)
    const { part, answers, by, preview, verified } = await this.#compare(gitlab, review, files)
    // guard: answers-problems
    if (preview.problems[0]) throw createFailureError('review.answersRefused', preview.problems[0])
    if (verified.state === 'invalid')
      throw createFailureError('review.signatureRefused', { why: verified.why })
    if (preview.hash !== hash) throw createFailureError('review.answersOutdated')
    const at = clock.now()
    const source: AnswerSource = {
      ...{ importedBy: username(account), at },
      ...(verified.state === 'valid' && { signedWith: verified.fingerprint }),
    }
    const decisions = this.#decisions(account, review)
    const store = this.#store(account, review)
    const changed = persist(() =>
      jobs.of(account).sql.transaction(() => {
        // The review and the part may have changed while the signature was verified.
        certification.assertOpen(account, review)
        assertUnanswered(store.get(part.id))
        let count = 0
        for (const { item, user, decision, note } of answers) {
          const made = { decision, note, by, at, source }
          count += decisions.decideItems([{ id: item, user }], made)
        }
        store.setImported(part.id, source)
        return count
      }),
    )
    jobs.of(account).runner.changed()
    return changed
  }

  /** The evidence as a ZIP file. Throws if the key can't sign. */
  async pack(account: string, review: number, signWith: string | undefined) {
    const { certification, reviews, jobs, clock } = this.#options
    const items = await certification.allItems(account, review)
    const { counts } = await certification.itemsPage(account, review, {
      ...{ kinds: [], findings: [], order_by: 'username', sort: 'asc', offset: 0, limit: 1 },
    })
    const state = reviews.state(account, review)
    const runs = certification.remediationRuns(account, review)
    const source = {
      ...{ state, items, counts, now: clock.now() },
      parts: this.#store(account, review).list(),
      log: runs.flatMap((run) => {
        const all = { filter: { run }, offset: 0, limit: -1 }
        return jobs.of(account).auditLog.list(this.#options.actor(account), all).items
      }),
      collection: await certification.collection(account, review),
    }
    const sign =
      signWith === undefined ? undefined : (sums: string) => this.#sign(account, sums, signWith)
    return [await zippedPack(source, sign)]
  }

  async #sign(account: string, text: string, fingerprint: string): Promise<string> {
    const { scanKeys, computerOf } = this.#options
    const { home, environment } = computerOf(account)
    const { keys } = await scanKeys(account)
    const key = keys.find((one) => one.fingerprint === fingerprint)
    if (!key) throw createFailureError('keys.notFoundHere')
    const file = key.privateKey === undefined ? undefined : expandHome(key.privateKey, home)
    const signature = await signText(text, { publicKey: key.publicKey, file }, environment)
    if (!signature) throw createFailureError('review.cannotSign')
    return signature
  }

  async #compare(
    gitlab: GitLabClient,
    review: number,
    files: readonly ChosenFile[],
  ): Promise<ComparedAnswers> {
    const { account } = gitlab
    const { certification, reviews, computerOf } = this.#options
    const { environment } = computerOf(account)
    const signature = files.find(({ text }) => text.includes('BEGIN SSH SIGNATURE'))
    const file = files.find((one) => one !== signature)
    if (!file) throw createFailureError('review.noAnswers')
    const read = await readAnswers(file.text)
    const part = this.#partOf(account, review, read)
    const items = new Map(
      (await certification.allItems(account, review)).map((one) => [one.id, one]),
    )
    const compared = compareAnswers(read, part, items)
    const lookups = await reviews.items(account, review)
    const verified: Verified = signature
      ? await verifySignature(
          { text: file.text, signature: signature.text, signer: lookups.findUser(part.email) },
          { gitlab, environment, now: this.#options.clock.now() },
        )
      : { state: 'unsigned' }
    const decided = new Set(this.#decisions(account, review).itemIds())
    const counts = itemDecisions.map((decision) => [
      decision,
      compared.answers.filter((one) => one.decision === decision).length,
    ])
    const preview: AnswersPreview = {
      part: toReviewersPart(part, (item) => decided.has(item)),
      answers: Object.fromEntries(counts) as Record<ItemDecision, number>,
      unanswered: part.items.length - compared.answers.length - compared.outdated.length,
      replaced: compared.answers.filter(({ item, decision }) => {
        const current = items.get(item)?.decided
        return current && current.decision !== decision
      }).length,
      outdated: compared.outdated,
      problems: compared.problems.map(({ line, text }) => ({ line, text: textOf(text) })),
      signature: describeSignature(verified),
      hash: sha256(JSON.stringify([files.map(({ text }) => text), part.hash, compared.outdated])),
    }
    const by =
      verified.state === 'valid'
        ? verified.username
        : (lookups.findUser(part.email)?.username ?? (part.email || part.name || '?'))
    return { part, answers: compared.answers, by, preview, verified }
  }

  /** The part that a file answers. Throws if it answers another one, or other questions. */
  #partOf(account: string, review: number, read: AnswersFile): StoredPart {
    // guard: answers-campaign
    if (read.campaign !== this.#options.certification.campaign(account, review))
      throw createFailureError('review.answersOfAnotherReview')
    const part = this.#store(account, review)
      .list()
      .find(({ id }) => id === read.part)
    if (!part) throw createFailureError('review.noPart')
    // guard: answers-questions
    if (part.hash !== read.hash) throw createFailureError('review.questionsChanged')
    assertUnanswered(part)
    return part
  }

  #store(account: string, review: number): PartStore {
    return new PartStore(this.#options.jobs.of(account).sql, review)
  }

  #decisions(account: string, review: number): Decisions {
    return new Decisions(this.#options.jobs.of(account).sql, review)
  }
}

function assertUnanswered({ imported }: StoredPart): void {
  // guard: answers-replayed
  if (imported) throw createFailureError('review.alreadyAnswered')
}

/** Which answers can be taken over, which are about access that has changed since, and what is wrong with the file. */
function compareAnswers(
  { answers, problems }: AnswersFile,
  part: StoredPart,
  items: ReadonlyMap<string, ReviewItem>,
) {
  const asked = new Map(part.items.map(({ item, asked: hash }) => [item, hash]))
  const seen = new Set<string>()
  const taken: TakenAnswer[] = []
  const outdated: AnswersPreview['outdated'] = []
  const all = [...problems]
  for (const answer of answers) {
    // guard: answers-compared
    if (all.length >= maxAnswerProblems) break
    const { line, item } = answer
    const current = items.get(item)
    // guard: answers-outdated
    const isOutdated = !current || askedHash(current) !== asked.get(item)
    if (!asked.has(item)) all.push({ line, text: message('review.answerUnknown', { item }) })
    else if (seen.has(item)) all.push({ line, text: message('review.answerTwice', { item }) })
    else if (isOutdated) outdated.push({ line, item, title: current?.title ?? item })
    else taken.push({ ...answer, user: current.user })
    seen.add(item)
  }
  return { answers: taken, outdated, problems: all.toSorted((a, b) => a.line - b.line) }
}

function describeSignature(verified: Verified): AnswersPreview['signature'] {
  switch (verified.state) {
    case 'unsigned':
      return { state: 'unsigned', text: '' }
    case 'valid':
      return { state: 'valid', text: verified.fingerprint }
    case 'invalid':
      return { state: 'invalid', text: textOf(verified.why) }
  }
}

async function partCsv(
  campaign: string,
  part: StoredPart,
  items: readonly ReviewItem[],
): Promise<string> {
  const head = ['campaign', 'part', 'hash', 'item', 'username', 'name', 'kind', 'title', 'role']
  const toCells = (item: ReviewItem) => [
    ...[campaign, part.id, part.hash, item.id, item.username ?? '', item.name ?? '', item.kind],
    item.title,
    item.level === null ? '' : textOf(accessLevelMessage(item.level)),
    ...[item.origin ?? '', item.expires_at ?? '', '', ''],
  ]
  return joinPieces(csvPieces([...head, 'from', 'expires', 'decision', 'note'], items, toCells))
}
