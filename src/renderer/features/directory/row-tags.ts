import type { DirectoryEntry } from '../../../shared/operations/directory.ts'
import { actionLabel } from '../../components/moderation/moderation-messages.ts'
import { t } from '../../ui/messages.ts'

interface RowTag {
  text: string
  tone?: 'primary' | 'warning'
}

/** A user’s tags, most important first: a narrow column hides the last ones. */
export function tagsOf(user: DirectoryEntry, ownId: number | undefined): RowTag[] {
  const { pending, exact } = user
  const tags: (RowTag | false | null | undefined)[] = [
    pending
      ? { text: t('directory.isQueued', { action: actionLabel(pending) }), tone: 'warning' }
      : user.locked && { text: t('fields.locked'), tone: 'warning' },
    user.id === ownId && { text: t('people.you'), tone: 'primary' },
    user.is_admin && { text: t('directory.admin') },
    exact && { text: t(`people.exact_${exact}`), tone: 'primary' },
    user.bot && { text: t('fields.bot') },
    user.external && { text: t('people.external') },
  ]
  return tags.filter((tag) => !!tag)
}
