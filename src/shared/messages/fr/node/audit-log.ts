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
  'auditLog.verifyCut': 'Ligne {line} : le reste du fichier manque ou est endommagé.',
  'auditLog.verifyDamaged': 'La ligne {line} est endommagée.',
  'auditLog.verifyEntries': '{count, plural, one {# entrée} many {# entrées} other {# entrées}}',
  'auditLog.verifyIntact': 'Le journal est intact.',
  'auditLog.verifyLimits':
    'Cela révèle des dommages, pas une falsification par le propriétaire du fichier : comparez le dernier hachage avec celui que vous avez conservé ailleurs.',
  'auditLog.verifyMisplaced': 'La ligne {line} n’est pas à sa place.',
  'auditLog.verifyMissing': 'Des entrées manquent avant la ligne {line}.',
  'auditLog.verifyNeedsFile':
    '--verify-log demande un journal d’audit exporté : --verify-log FICHIER',
  'auditLog.verifyNoExport': '{file} n’est pas l’export d’un journal d’audit avec des hachages.',
  'auditLog.verifyNoFile': 'il n’existe pas',
  'auditLog.verifySelection':
    'Toutes ses lignes sont intactes. C’est une sélection ; ce qui se trouve entre elles n’est donc pas vérifié.',
  'auditLog.verifyUnreadable': 'Impossible de lire {file} : {reason}.',
}
