import type { identities as english } from '../../en/screens/identities.ts'

export const identities: Record<keyof typeof english, string> = {
  'identities.add': 'Identität hinzufügen…',
  'identities.alias': 'SSH-Host-Alias',
  'identities.aliasHint':
    'SSH verwendet den Schlüssel, wenn sich Git mit diesem Alias verbindet. In Repositorys von {host} verwendet Git den Alias automatisch.',
  'identities.aliasHintClone':
    'Verwenden Sie ihn beim Klonen anstelle des Hosts: git clone git@{alias}:group/project.git',
  'identities.aliasNeeded': 'Geben Sie einen Alias ein.',
  'identities.aliasWrong':
    'Verwenden Sie Buchstaben, Ziffern, Punkte, Bindestriche und Unterstriche.',
  'identities.edit': 'Bearbeiten…',
  'identities.editNamed': 'Identität von {account} bearbeiten…',
  'identities.email': 'E-Mail-Adresse',
  'identities.empty':
    'Git verwendet in allen Repositorys denselben Namen, dieselbe E-Mail-Adresse und denselben Schlüssel.',
  'identities.folders': 'Ordner',
  'identities.foldersHint':
    'Einer pro Zeile, zum Beispiel ~/work. Repositorys darin verwenden diese Identität.',
  'identities.foldersNeeded': 'Geben Sie mindestens einen Ordner ein.',
  'identities.foldersWrong':
    'Geben Sie vollständige Pfade ein, zum Beispiel ~/work oder /srv/work.',
  'identities.gitTooOld': 'Erfordert Git 2.36 oder neuer.',
  'identities.inFolders': 'In {folders}',
  'identities.inHost': 'In Repositorys von {host}',
  'identities.inAlias': 'In Repositorys, die von {alias} geklont wurden',
  'identities.key': 'SSH-Schlüssel',
  'identities.keyNone': 'Standardschlüssel',
  'identities.lead':
    'Lassen Sie Git in einigen Repositorys einen anderen Namen, eine andere E-Mail-Adresse und einen anderen Schlüssel verwenden, zum Beispiel in denen eines zweiten Kontos.',
  'identities.name': 'Name',
  'identities.nameNeeded': 'Geben Sie einen Namen ein.',
  'identities.remove': 'Entfernen…',
  'identities.removeNamed': 'Identität von {account} entfernen…',
  'identities.removeTitle': 'Diese Identität entfernen',
  'identities.removed': 'Identität entfernt.',
  'identities.review': 'Änderungen prüfen…',
  'identities.saveTitle': 'Diese Identität speichern',
  'identities.saved': 'Identität gespeichert.',
  'identities.scope': 'Verwenden in',
  'identities.scopeAlias': 'Repositorys, die mit einem SSH-Host-Alias geklont wurden',
  'identities.scopeFolders': 'Ordner',
  'identities.scopeHost': 'Alle Repositorys von {host}',
  'identities.signs': 'Commits signieren',
  'identities.signsHint': 'Mit dem Schlüssel oben.',
  'identities.title': 'Identitäten',
  'identities.unchanged': 'Das ist bereits eingerichtet.',
  'identities.usesKey': '{signs, select, true {Signiert mit {key}} other {Verwendet {key}}}',
  'identities.foreign': 'Andere Git-Einstellungen für manche Repositorys',
  'identities.overlaps':
    'Diese Dateien legen in manchen derselben Repositorys einen Namen oder eine E-Mail-Adresse fest. Git nimmt, was es zuletzt liest.',
}
