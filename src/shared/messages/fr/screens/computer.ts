import type { computer as english } from '../../en/screens/computer.ts'

export const computer: Record<keyof typeof english, string> = {
  'computer.addToAccount': 'Ajouter la clé à votre compte GitLab sous le nom « {title} »',
  'computer.addToAgent': 'Ajouter la clé à l’agent SSH',
  'computer.agent': 'Agent SSH',
  'computer.agentHasKey': 'L’agent a votre clé.',
  'computer.agentKeyFound': 'L’agent a une clé : {file}.',
  'computer.agentNotNeeded': 'Inutile : votre clé n’a pas de phrase secrète.',
  'computer.agentWithoutKey': 'L’agent n’a pas votre clé ; Git demande donc sa phrase secrète.',
  'computer.allowSigner': 'Permettre à Git de reconnaître votre signature',
  'computer.allRight': 'Cet ordinateur est prêt pour les commits signés.',
  'computer.apply':
    'Appliquer {count, plural, one {# modification} many {# modifications} other {# modifications}}',
  'computer.checkAgain': 'Vérifier à nouveau',
  'computer.checked': 'Vérifié : {time}',
  'computer.checking': 'Vérification…',
  'computer.clock': 'Horloge',
  'computer.clockRight': 'L’horloge concorde avec celle de GitLab.',
  'computer.clockWrong':
    'L’horloge est décalée de {minutes, plural, one {# minute} many {# minutes} other {# minutes}} par rapport à celle de GitLab.',
  'computer.clockWrongHint':
    'Laissez le système régler l’heure. Les signatures et les connexions en dépendent.',
  'computer.commandCheck': 'Vérifier cet ordinateur',
  'computer.connected': 'GitLab vous reconnaît en tant que @{username}.',
  'computer.connection': 'Connexion SSH',
  'computer.createKey': 'Créer une clé SSH Ed25519 nommée « {title} »',
  'computer.done':
    '{count, plural, one {# modification effectuée.} many {# modifications effectuées.} other {# modifications effectuées.}}',
  'computer.emailNotVerified':
    'Les commits sont faits avec {email}, qui n’est pas une adresse e-mail confirmée de ce compte.',
  'computer.emailNotVerifiedHint':
    'GitLab les affiche comme non vérifiés et ne vous les attribue pas.',
  'computer.failed': 'Échec : {reason}',
  'computer.fix': 'Corriger…',
  'computer.fixAll': 'Tout corriger…',
  'computer.fixNamed': 'Corriger {check}…',
  'computer.fixTitle': 'Configurer cet ordinateur',
  'computer.git': 'Git',
  'computer.gitFound': 'Version {version}.',
  'computer.gitIdentity': 'Définir votre nom et votre adresse e-mail dans Git',
  'computer.gitMissing': 'Git n’est pas installé.',
  'computer.gitMissingHint': 'Installez Git, puis vérifiez à nouveau.',
  'computer.gitOld': 'La version {version} ne sait pas signer avec des clés SSH.',
  'computer.gitOldHint':
    'Installez Git 2.34 ou une version ultérieure pour signer des commits avec votre clé SSH.',
  'computer.gitSigning': 'Signer tous les commits avec la clé',
  'computer.hostKey': 'Clé d’hôte',
  'computer.hostKeyChanged':
    'La clé d’hôte de {host} a changé. Quelqu’un intercepte peut-être la connexion.',
  'computer.hostKeyChangedHint':
    'Ne vous connectez pas avant qu’un administrateur ait confirmé la nouvelle clé.',
  'computer.hostKeyKnown': '{host} est connu.',
  'computer.hostKeyNotPublished':
    'La clé d’hôte de {host} ne fait pas partie de celles que publie GitLab.com.',
  'computer.hostKeyNotPublishedHint':
    'Quelqu’un intercepte peut-être la connexion. Ne vous connectez pas depuis ce réseau.',
  'computer.hostKeyUnknown': '{host} n’est pas connu de cet ordinateur.',
  'computer.identity': 'Nom et adresse e-mail',
  'computer.identityScope': 'Choisir les dépôts qui utilisent ces réglages',
  'computer.identitySet': 'Les commits sont faits au nom de {name} <{email}>.',
  'computer.identitySettings': 'Écrire les réglages Git de ces dépôts dans un fichier séparé',
  'computer.keyExpired': 'La clé « {title} » a expiré sur votre compte.',
  'computer.keyExpiredHint': 'Renouvelez-la dans l’écran Clés.',
  'computer.keyFound': '{file}',
  'computer.keyNotOnAccount': '{file} n’est pas sur votre compte GitLab.',
  'computer.keyOnAccount': '« {title} » est sur votre compte.',
  'computer.keyOnAccountCheck': 'Clé sur votre compte',
  'computer.lead': 'Ce qu’il faut à Git pour travailler avec {instance} depuis cet ordinateur.',
  'computer.noAgent':
    'Aucun agent n’est en cours d’exécution ; Git demande donc la phrase secrète de votre clé.',
  'computer.noAgentHint':
    'Démarrez ssh-agent ou utilisez celui de votre système ou de votre gestionnaire de mots de passe.',
  'computer.noEmail': 'Git ne connaît pas votre adresse e-mail.',
  'computer.noKey': 'Aucune clé SSH n’est accompagnée de sa clé privée dans ~/.ssh.',
  'computer.noName': 'Git ne connaît pas votre nom.',
  'computer.noSigningKey': 'La signature des commits est activée, mais aucune clé n’est définie.',
  'computer.notChecked': 'Non vérifié.',
  'computer.notTried': 'Non tenté, car une modification précédente a échoué.',
  'computer.openFiles':
    'D’autres peuvent lire ou modifier {file}{count, plural, =0 {} one { et un autre fichier} many { et # autres fichiers} other { et # autres fichiers}}. OpenSSH refuse de telles clés.',
  'computer.passphrase': 'Phrase secrète de {file}',
  'computer.passphraseDiffers': 'Les phrases secrètes ne correspondent pas.',
  'computer.passphraseHint':
    'Protège la clé si quelqu’un la copie. Vous pouvez la laisser vide. Latchkey ne l’enregistre pas.',
  'computer.passphraseNeeded': 'Saisissez la phrase secrète.',
  'computer.passphraseNew': 'Phrase secrète de la nouvelle clé',
  'computer.passphraseRepeated': 'Répétez la phrase secrète',
  'computer.permissions': 'Retirer l’accès des autres utilisateurs',
  'computer.publishedHostKey': 'GitLab.com publie cette empreinte (au {date}) : {fingerprint}',
  'computer.securityKeyHint':
    'Pour garder la clé sur une clé de sécurité, exécutez plutôt {command} dans un terminal, puis vérifiez à nouveau.',
  'computer.signing': 'Commits signés',
  'computer.signingFails': 'Un commit d’essai n’a pas pu être signé. Réponse de Git : {said}',
  'computer.signingFailsHint': 'Vérifiez les réglages de Git et que votre clé est déverrouillée.',
  'computer.signingKey': 'Clé de signature sur votre compte',
  'computer.signingKeyExpired': 'La clé de signature « {title} » a expiré sur votre compte.',
  'computer.signingKeyMissing': 'La clé de signature {file} n’existe pas.',
  'computer.signingKeyNotForSigning':
    '« {title} » est sur votre compte, mais pas pour la signature.',
  'computer.signingKeyNotForSigningHint': 'Changez son usage dans l’écran Clés.',
  'computer.signingKeyNotOnAccount':
    'La clé de signature n’est pas sur votre compte ; GitLab affiche donc vos commits comme non vérifiés.',
  'computer.signingKeyOnAccount': 'GitLab vérifie les signatures avec « {title} ».',
  'computer.signingOff': 'Les commits ne sont pas signés.',
  'computer.signingWorks': 'Les commits sont signés.',
  'computer.silentAgent': 'L’agent ne répond pas.',
  'computer.silentAgentHint': 'Redémarrez-le, puis vérifiez à nouveau.',
  'computer.sshHost': 'Écrire les réglages SSH de l’hôte dans un fichier séparé',
  'computer.sshInclude': 'Permettre à SSH de lire les fichiers de Latchkey',
  'computer.sshKey': 'Clé SSH',
  'computer.trustHost': 'Faire confiance à {host}',
  'computer.unknownHostKey':
    'Comparez cette empreinte avec celle que publie votre instance : {fingerprint}',
  'computer.weakKey': 'La clé {file} n’est plus sûre. Créez une nouvelle clé.',
  'computer.gitFails': 'Git ne fonctionne pas : {said}',
  'computer.gitFailsHint': 'Corrigez ce que Git indique, puis vérifiez à nouveau.',
  'computer.keyWithoutPublic': '{file} est une clé privée sans sa clé publique.',
  'computer.keyWithoutPublicHint':
    'Exécutez ceci dans un terminal, puis vérifiez à nouveau : {command}',
  'computer.identityInFolders': 'Git n’a une adresse e-mail que dans certains dossiers : {emails}.',
  'computer.identityInFoldersHint':
    'Ailleurs, Git en invente une, et GitLab ne reconnaît pas ces commits. Avec {setting}, Git les refuse.',
  'computer.identityInFoldersOnly':
    'Git n’a une adresse e-mail que dans certains dossiers : {emails}. Ailleurs, il refuse les commits.',
  'computer.signingOn': 'Git est configuré pour signer les commits.',
  'computer.signingWorksUnverified':
    'Les commits sont signés. Git ne peut pas vérifier les signatures sur cet ordinateur : {said}',
  'computer.gpgKeyMissing':
    'gpg n’a pas de clé privée pour « {name} », donc Git ne peut pas signer les commits.',
  'computer.commitFails': 'Git ne peut pas créer de commit : {said}',
  'computer.notCheckedBecause': 'Non vérifié, à cause de « {check} ».',
  'computer.replaces': 'Remplace un réglage que vous avez.',
  'computer.otherAccounts': 'Vaut aussi pour vos autres comptes.',
  'computer.gpgKeyMissingHint': 'Donnez à user.signingkey l’empreinte d’une clé que gpg affiche.',
  'computer.signingOnHint': 'Non testé, car gpg pourrait demander une phrase secrète.',
  'computer.signingWorksUnverifiedHint': 'GitLab les vérifie lui-même.',
  'computer.history': 'Modifications de Latchkey',
  'computer.historyLead':
    'Ce que Latchkey a modifié sur cet ordinateur, du plus récent au plus ancien.',
  'computer.undo': 'Annuler…',
  'computer.undoNamed': 'Annuler les modifications ({time})…',
  'computer.undoTitle': 'Annuler ces modifications',
  'computer.undone': 'Les modifications ont été annulées.',
  'computer.undoneExcept': 'Annulé, sauf : {stays}',
  'computer.undoStays': 'Ce qui reste',
  'computer.undoNothing': 'Rien de cela ne peut être annulé pour le moment.',
  'computer.undoGone': 'Il ne reste rien à annuler.',
  'computer.undoFile': 'Restaurer ce fichier',
  'computer.undoMode': 'Restaurer les autorisations de ce fichier',
  'computer.undoKey': 'Déplacer cette clé vers {path} ; elle n’est pas supprimée',
  'computer.undoAgentKey': 'Retirer cette clé de l’agent SSH',
  'computer.undoAccountKey': 'Retirer cette clé du compte GitLab de @{username}',
  'computer.fixAllLead':
    'Latchkey effectue ces modifications. Les fichiers sont d’abord sauvegardés, et vous pourrez annuler les modifications plus tard.',
  'computer.chooseKey': 'Clé',
  'computer.keyLock':
    '{lock, select, agent {Déverrouillée dans l’agent SSH.} passphrase {A une phrase secrète.} other {Sans phrase secrète.}}',
  'computer.keyNotAdded': 'Absente de votre compte.',
  'computer.keyAdded': '« {title} » dans votre compte.',
  'computer.keyExpires': 'Expire le {date}.',
  'computer.keyLocked':
    'Cette clé a une phrase secrète, et aucun agent SSH ne peut la déverrouiller. Démarrez-en un et vérifiez à nouveau, ou choisissez une autre clé.',
}
