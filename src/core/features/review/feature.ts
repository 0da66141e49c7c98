import { retryFailed } from '../../jobs/retry-failed.ts'
import { accountFiles } from '../../accounts/account-folders.ts'
import type { DueReview } from '../../../shared/operations/attention.ts'
import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { allItems, allRows, exportCredentials, exportItems, exportReviewedUsers } from './export.ts'
import {
  type RemediationOptions,
  previewRemediation,
  remediationScreen,
  startRemediation,
} from './remediation.ts'
import {
  remediationName,
  type RemediationKindOptions,
  remediationKind,
} from './remediation-kind.ts'
import { findGroup } from './places.ts'
import { findDueReviews } from './due-reviews.ts'
import { EndedReviews } from './ended-reviews.ts'
import { Certification } from './certification.ts'
import { ReviewParts, type ReviewPartsOptions } from './parts/review-parts.ts'
import { reviewKind } from './review-kind.ts'
import { readSizes } from './sizes.ts'
import { Reviews, type ReviewsOptions, reviewScreen } from './reviews.ts'

interface Dependencies
  extends Pick<ReviewsOptions, 'directory'>, Pick<ReviewPartsOptions, 'scanKeys'> {
  jobs: Jobs
  runs: BackgroundJobs
}

/** What the feature that knows Latchkey's own tokens provides. It is created later. */
type OwnTokens = Pick<RemediationKindOptions, 'assertNotLatchkeys'> & {
  ownTokensOf(account: string): ReadonlySet<number>
}

export interface ReviewFeature extends Feature<'review'> {
  /** What ended reviews have read. */
  reviewed: Pick<EndedReviews, 'signature' | 'readOwners'>
  findReviewedKey: EndedReviews['findKey']
  /** Reviews that are due soon or overdue, most urgent first. */
  dueReviews(account: string): DueReview[]
  /** Connects the feature that knows Latchkey's own tokens, before anything is sent. */
  useOwnTokens(ownTokens: OwnTokens): void
}

/** Reviews many users' access: memberships, keys, tokens and sign-ins. */
export function reviewFeature(
  context: AccountContext,
  { jobs, runs, directory, scanKeys }: Dependencies,
): ReviewFeature {
  const { accounts, ceilings, clock, events, exceptions, folders } = context
  const { lock, log, settings, throttle, viewed } = context
  let ownTokens: OwnTokens | undefined
  const reviews = new Reviews({
    jobs,
    runs,
    directory,
    accounts,
    folderOf: (id) => folders.path(id, accountFiles.reviews),
    clock,
    throttle,
    log,
  })
  const ended = new EndedReviews({ reviews, runs })
  const certification = new Certification({ reviews, accounts, clock })
  const parts = new ReviewParts({
    reviews,
    certification,
    jobs,
    username: (account) => accounts.account(account).user.username,
    actor: (account) => {
      const { baseUrl: instance, user } = accounts.account(account)
      return { instance, id: user.id }
    },
    clock,
    computerOf: (account) => context.computers.of(account),
    scanKeys,
  })
  jobs.register(
    reviewKind({
      mayStart: () => !lock.state().locked,
      tokenList: (...request) => reviews.tokenList(...request),
      save: (account, item, collected) => reviews.save(account, item, collected),
      partsOf: (account, item) => reviews.partsOf(account, item),
      isKnownGroup: (...request) => reviews.isKnownGroup(...request),
      savePlace: (...request) => reviews.savePlace(...request),
      withOwnActivity: (account, user) => viewed.withActivityBeforeView(account, user),
      log,
    }),
    reviewScreen(reviews),
  )
  const exceptionOf = (account: string, user: number) =>
    exceptions.reasonFor(accounts.account(account).baseUrl, user)
  jobs.register(
    remediationKind({
      assertNotLatchkeys: (...request) => ownTokens!.assertNotLatchkeys(...request),
      exceptionOf,
    }),
    {
      ...remediationScreen,
      retry: (account, job) => retryFailed(jobs.of(account), remediationName, job, clock.now()),
    },
  )
  async function remediationOf(account: string, id: number): Promise<RemediationOptions> {
    const { user: actor, baseUrl } = accounts.account(account)
    const { name = '' } = reviews.state(account, id)
    return {
      ...{ account, jobs: jobs.of(account), runs, clock, actor },
      review: { id, name },
      decided: await certification.decidedItems(account, id),
      ownTokens: ownTokens!.ownTokensOf(account),
      exceptionOf: (user) => exceptionOf(account, user),
      room: (action, wanted) =>
        ceilings.excessOf(baseUrl, action, {
          wanted,
          aheadOf: () => jobs.usersAhead(baseUrl, action),
        }),
      settings: settings.read(),
    }
  }
  // Stops reading while Latchkey is locked.
  events.on('lock', () => jobs.changed())
  const collected = ({ account }: GitLabClient, id?: number) => reviews.collected(account, id)
  const dataOf = (gitlab: GitLabClient, id?: number) => ({
    state: reviews.state(gitlab.account, id),
    store: collected(gitlab, id),
  })
  return {
    reviewed: ended,
    handlers: {
      review: {
        list: (_, gitlab) => reviews.list(gitlab.account),
        state: ({ review }, gitlab) => reviews.state(gitlab.account, review),
        findGroup: ({ path }, gitlab) => findGroup(gitlab, path),
        sizes: ({ group }, gitlab) => readSizes(gitlab, group),
        start: (request, gitlab) => reviews.start(gitlab, request),
        rename: ({ review, name }, gitlab) => reviews.rename(gitlab.account, review, name),
        setPlan: ({ review, plan }, gitlab) => reviews.setPlan(gitlab.account, review, plan),
        readAgain({ review }, gitlab) {
          certification.assertOpen(gitlab.account, review)
          return reviews.readAgain(gitlab.account, review)
        },
        close: ({ review }, gitlab) => reviews.closeReview(gitlab.account, review),
        items: ({ review, ...query }, gitlab) =>
          certification.itemsPage(gitlab.account, review, query),
        decideItems: async ({ review, ...decision }, gitlab) => ({
          changed: await certification.decideItems(gitlab.account, review, {
            ...decision,
            note: decision.note,
          }),
        }),
        previewRemediation: async ({ review }, gitlab) =>
          previewRemediation(await remediationOf(gitlab.account, review)),
        carryOut: async ({ review, ...request }, gitlab) =>
          startRemediation(await remediationOf(gitlab.account, review), request),
        parts: ({ review = 0 }, gitlab) => parts.list(gitlab.account, review),
        split: ({ review, split }, gitlab) => parts.split(gitlab, review, split),
        exportPart: ({ review, part, format }, gitlab) =>
          parts.export(gitlab.account, review, part, format),
        previewAnswers: ({ review, files }, gitlab) => parts.preview(gitlab, review, files),
        importAnswers: async ({ review, ...answers }, gitlab) => ({
          changed: await parts.import(gitlab, review, answers),
        }),
        pack: ({ review, signWith }, gitlab) => parts.pack(gitlab.account, review, signWith),
        exportItems: async ({ review, format, ...query }, gitlab) =>
          exportItems(
            {
              state: reviews.state(gitlab.account, review),
              ...(await certification.itemsPage(gitlab.account, review, { ...query, ...allItems })),
            },
            query,
            format,
            clock.now(),
          ),
        users: ({ review, ...query }, gitlab) =>
          certification.usersPage(gitlab.account, review, query),
        credentials: ({ review, ...query }, gitlab) =>
          collected(gitlab, review).credentialsPage(query),
        ids: ({ review, ...query }, gitlab) => certification.ids(gitlab.account, review, query),
        decide: async ({ review, users, ...decision }, gitlab) => ({
          changed: await certification.decide(gitlab.account, review, users, {
            ...decision,
            note: decision.note,
          }),
        }),
        ownerIds: ({ review, ...query }, gitlab) => collected(gitlab, review).ownerIds(query),
        export: ({ review, format, ...query }, gitlab) =>
          exportReviewedUsers(
            {
              ...dataOf(gitlab, review),
              ...certification.usersPage(gitlab.account, review, { ...allRows, ...query }),
            },
            query,
            format,
            clock.now(),
          ),
        exportCredentials: ({ format, review, ...query }, gitlab) =>
          exportCredentials(dataOf(gitlab, review), query, format, clock.now()),
      },
    },
    findReviewedKey: (account, fingerprint) => ended.findKey(account, fingerprint),
    dueReviews: (account) => findDueReviews(reviews.dates(account), clock.now()),
    useOwnTokens(own) {
      ownTokens = own
    },
    forgetAccount: (id) => reviews.forget(id),
    close() {
      reviews.close()
    },
  }
}
