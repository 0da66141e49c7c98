import type { sshKeys as english } from '../../en/screens/ssh-keys.ts'

export const sshKeys: Record<keyof typeof english, string> = {
  'sshKeys.algorithm': '{name}, {bits} bits',
  'sshKeys.algorithmOnDevice': '{name} (clé de sécurité), {bits} bits',
  'sshKeys.deletion':
    '{name} ne pourra plus servir à récupérer, à pousser ou à se connecter par SSH. Les commits signés avec elle restent vérifiés, mais pas les nouveaux. Le fichier de clé lui-même est conservé.',
  'sshKeys.lostComment':
    'Le commentaire ressemble à une clé privée, donc la clé est importée sans lui.',
  'sshKeys.replaceText':
    'GitLab ne peut pas modifier une clé. Latchkey la supprime donc, puis l’ajoute à nouveau avec un nouvel ID ; elle ne fonctionne pas pendant un instant. Les commits signés avec elle restent vérifiés. Si la clé modifiée est refusée, l’ancienne est ajoutée à nouveau.',
  'sshKeys.titleEmpty': 'ne peut pas être vide',
  'sshKeys.titlePlaceholder': 'Portable du travail',
  'sshKeys.titleTooLong': 'est trop long ({limit} caractères au plus)',
  'sshKeys.usageHint_auth': 'Récupérer et pousser seulement',
  'sshKeys.usageHint_auth_and_signing': 'Récupérer, pousser et signer des commits',
  'sshKeys.usageHint_signing': 'Signer des commits seulement',
  'sshKeys.usageType': 'Type d’usage',
  'sshKeys.usage_auth': 'Authentification',
  'sshKeys.usage_auth_and_signing': 'Authentification et signature',
  'sshKeys.usage_signing': 'Signature',
}
