import type { auditLog as english } from '../../en/node/audit-log.ts'

export const auditLog: Record<keyof typeof english, string> = {
  'auditLog.daysReversed': 'Le dernier jour précède le premier.',
  'auditLog.daysReversedHint': 'Choisissez un premier jour égal ou antérieur au dernier.',
  'auditLog.fromReversed': 'est postérieur au dernier jour',
  'auditLog.gapText':
    'Le fichier du journal d’audit était endommagé et est conservé sous {file}. Les entrées précédant celle-ci manquent.',
  'auditLog.notWritten': 'Impossible d’écrire dans le journal d’audit sur cet ordinateur.',
  'auditLog.notWrittenHint':
    'Ce que vous avez fait dans GitLab n’est pas concerné. Vérifiez que le disque n’est pas plein.',
  'auditLog.verifyAlone':
    '{file} ne peut pas être vérifié seul : {beside}, exporté avec lui, doit se trouver à côté.',
  'auditLog.verifyDamaged':
    'La ligne {line} a été modifiée, ou des lignes en dessous manquent ou sont dans un autre ordre.',
  'auditLog.verifyEntries': '{count, plural, one {# entrée} many {# entrées} other {# entrées}}',
  'auditLog.verifyGap':
    'Ce journal remplace un journal endommagé, conservé sous {file} : les entrées plus anciennes manquent.',
  'auditLog.verifyIncomplete':
    'Le fichier n’est pas complet, ou son étendue, son nombre d’entrées ou son dernier hachage a été modifié.',
  'auditLog.verifyIntact': 'Le journal est intact.',
  'auditLog.verifyLimits':
    'Comparez le dernier hachage avec celui que vous avez conservé ailleurs : quiconque peut écrire ce fichier peut en créer un autre, dont le dernier hachage sera différent.',
  'auditLog.verifyNeedsFile':
    '--verify-log demande un journal d’audit exporté : --verify-log FICHIER',
  'auditLog.verifyNoExport':
    '{file} n’est pas l’export d’un journal d’audit, ou sa première ligne a été modifiée.',
  'auditLog.verifyNoFile': 'il n’existe pas',
  'auditLog.verifyRewritten':
    'Un tableur ou un autre programme a réenregistré ce fichier. {count, plural, =0 {Aucune ligne n’est endommagée.} one {# ligne est endommagée.} many {# lignes sont endommagées.} other {# lignes sont endommagées.}} Exportez de nouveau le journal.',
  'auditLog.verifySelection': 'La sélection est intacte. Ce n’est pas tout le journal.',
  'auditLog.verifyTooLarge': 'il dépasse {max, number} Mo',
  'auditLog.verifyUnreadable': 'Impossible de lire {file} : {reason}.',
}
