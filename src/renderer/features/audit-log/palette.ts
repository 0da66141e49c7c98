import { ShieldCheck } from '@lucide/vue'
import { useRouter } from 'vue-router'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { Command, PaletteEntries } from '../../components/palette/commands.ts'
import { searchWords } from '../../components/palette/search-words.ts'
import { useRequestsStore } from '../../stores/requests.ts'
import { t } from '../../ui/messages.ts'

/** A command that opens the audit log to verify an export. */
function useCommands(account: Account | undefined): () => Command[] {
  const router = useRouter()
  const requests = useRequestsStore()
  return () => {
    if (!account?.isAdmin) return []
    return [
      {
        id: 'verify-audit-log',
        label: t('auditLog.verifyCommand'),
        icon: ShieldCheck,
        group: 'app.auditLogScreen',
        keywords: searchWords('auditLog.verifyKeywords'),
        run() {
          requests.put(account.id, 'verify-export')
          return router.push({ name: 'audit-log', params: { account: account.id } })
        },
      },
    ]
  }
}

export const auditLogPalette: PaletteEntries = { useCommands }
