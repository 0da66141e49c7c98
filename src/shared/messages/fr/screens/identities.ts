import type { identities as english } from '../../en/screens/identities.ts'

export const identities: Record<keyof typeof english, string> = {
  'identities.add': 'Ajouter une identité…',
  'identities.alias': 'Alias d’hôte SSH',
  'identities.aliasHint':
    'SSH utilise la clé quand Git se connecte à cet alias. Dans les dépôts de {host}, Git utilise l’alias automatiquement.',
  'identities.aliasHintClone':
    'Pour cloner, utilisez-le à la place de l’hôte : git clone git@{alias}:group/project.git',
  'identities.aliasNeeded': 'Saisissez un alias.',
  'identities.aliasWrong':
    'Utilisez des lettres, des chiffres, des points, des tirets et des traits de soulignement.',
  'identities.edit': 'Modifier…',
  'identities.editNamed': 'Modifier l’identité de {account}…',
  'identities.email': 'Adresse e-mail',
  'identities.empty': 'Git utilise les mêmes nom, adresse e-mail et clé dans tous les dépôts.',
  'identities.folders': 'Dossiers',
  'identities.foldersHint':
    'Un par ligne, par exemple ~/work. Les dépôts qu’ils contiennent utilisent cette identité.',
  'identities.foldersNeeded': 'Saisissez au moins un dossier.',
  'identities.foldersWrong': 'Saisissez des chemins complets, par exemple ~/work ou /srv/work.',
  'identities.gitTooOld': 'Nécessite Git 2.36 ou une version ultérieure.',
  'identities.inFolders': 'Dans {folders}',
  'identities.inHost': 'Dans les dépôts de {host}',
  'identities.inAlias': 'Dans les dépôts clonés depuis {alias}',
  'identities.key': 'Clé SSH',
  'identities.keyNone': 'Clés par défaut',
  'identities.lead':
    'Permettez à Git d’utiliser un autre nom, une autre adresse e-mail et une autre clé dans certains dépôts, par exemple ceux d’un second compte.',
  'identities.name': 'Nom',
  'identities.nameNeeded': 'Saisissez un nom.',
  'identities.remove': 'Retirer…',
  'identities.removeNamed': 'Retirer l’identité de {account}…',
  'identities.removeTitle': 'Retirer cette identité',
  'identities.removed': 'Identité retirée.',
  'identities.review': 'Vérifier les modifications…',
  'identities.saveTitle': 'Enregistrer cette identité',
  'identities.saved': 'Identité enregistrée.',
  'identities.scope': 'L’utiliser dans',
  'identities.scopeAlias': 'Dépôts clonés avec un alias d’hôte SSH',
  'identities.scopeFolders': 'Dossiers',
  'identities.scopeHost': 'Tous les dépôts de {host}',
  'identities.signs': 'Signer les commits',
  'identities.signsHint': 'Avec la clé ci-dessus.',
  'identities.title': 'Identités',
  'identities.unchanged': 'C’est déjà configuré.',
  'identities.usesKey': '{signs, select, true {Signe avec {key}} other {Utilise {key}}}',
  'identities.foreign': 'Autres réglages de Git pour certains dépôts',
  'identities.overlaps':
    'Ces fichiers définissent un nom ou une adresse e-mail dans certains de ces mêmes dépôts. Git utilise ce qu’il lit en dernier.',
}
