import type { RouteLocationRaw } from 'vue-router'
import type { MessageId } from '../../../../shared/messages/message.ts'
import type { JobKindName, JobSummary } from '../../../../shared/operations/jobs.ts'

type LinkTo = (account: string, run: JobSummary) => RouteLocationRaw

interface RunKind {
  label: MessageId
  /** The label of finished items. */
  done: MessageId
  /** The label of the retry button. */
  retry: MessageId
  /** A hint below the progress. */
  hint?: MessageId
  /** Where to start a new run with the canceled actions. */
  remaining?: { label: MessageId; to: LinkTo }
  /** Where to start a run that undoes it. */
  undo?: LinkTo
  /** Where the collected data is shown. */
  collected?: { label: MessageId; to: LinkTo }
}

/** The differences between kinds of runs on their screens. */
export const runKinds: Record<JobKindName, RunKind> = {
  moderation: {
    label: 'runs.moderation',
    done: 'queue.stateDone',
    retry: 'bulk.retryRefused',
    remaining: {
      label: 'bulk.runRemaining',
      to: (account, { id }) => ({ name: 'bulk', params: { account }, query: { remaining: id } }),
    },
    undo: (account, { id }) => ({ name: 'bulk', params: { account }, query: { reverses: id } }),
    collected: {
      label: 'evidence.open',
      to: (account, { id }) => ({ name: 'evidence', params: { account, run: id } }),
    },
  },
  onboarding: {
    label: 'onboarding.rows',
    done: 'onboarding.state_created',
    retry: 'bulk.retryRefused',
    hint: 'onboarding.linksEmailed',
    remaining: {
      label: 'onboarding.createRemaining',
      to: (account, { id }) => ({
        name: 'onboarding',
        params: { account },
        query: { remaining: id },
      }),
    },
    undo: (account, { id }) => ({ name: 'bulk', params: { account }, query: { undoes: id } }),
  },
  review: {
    label: 'runs.reviews',
    done: 'runs.read',
    retry: 'runs.readAgain',
    collected: {
      label: 'runs.openReview',
      to: (account, { id }) => ({ name: 'review', params: { account }, query: { review: id } }),
    },
  },
}
