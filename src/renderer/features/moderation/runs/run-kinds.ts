import type { RouteLocationRaw } from 'vue-router'
import type { MessageId } from '../../../../shared/messages/message.ts'
import type { JobKindName, JobSummary } from '../../../../shared/operations/jobs.ts'

export type RunLinkBuilder = (account: string, run: JobSummary) => RouteLocationRaw

interface RunKind {
  label: MessageId
  /** The label for finished items. */
  done: MessageId
  /** The label on the retry button. */
  retry: MessageId
  /** A hint shown below the progress. */
  hint?: MessageId
  /** A link that starts a new run with the canceled actions. */
  remaining?: { label: MessageId; to: RunLinkBuilder }
  /** A link that starts a run to undo this one. */
  undo?: RunLinkBuilder
  /** A link to the collected data. */
  collected?: { label: MessageId; to: RunLinkBuilder }
}

/** How the screens differ by kind of run. */
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
    retry: 'onboarding.retry',
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
  revocation: {
    label: 'runs.revocations',
    done: 'queue.stateDone',
    retry: 'bulk.retryRefused',
  },
  remediation: {
    label: 'runs.remediations',
    done: 'queue.stateDone',
    retry: 'bulk.retryRefused',
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
