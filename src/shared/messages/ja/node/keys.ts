import type { keys as english } from '../../en/node/keys.ts'

export const keys: Record<keyof typeof english, string> = {
  'keys.accountKey': 'アカウントのキー',
  'keys.alreadyChanging': 'このキーはすでに変更中です。',
  'keys.anotherKeyAdded': '追加したキーとは異なるキーがGitLabから返されました。',
  'keys.backupHint':
    'キーのコピーがここに保存されています。一覧を確認し、キーがなければ追加し直してください。',
  'keys.changeTitle': 'タイトルを変更してください。',
  'keys.checkListFirst': '再試行する前に、キーの一覧を確認してください。',
  'keys.chooseAgain': '公開鍵を選択し直してください。',
  'keys.chooseLaterDate': 'もっと後の日付か、無期限を選択してください。',
  'keys.deleteAndImport':
    '変更はありません。キーをお持ちの場合は、削除してからインポートし直してください。',
  'keys.deleteThereFirst':
    'キーを登録できるアカウントは1つだけです。先にそちらのキーを削除するか、新しいキーを作成してください。',
  'keys.differentKeys': 'このコンピューターのキーとアカウントのキーは異なります。',
  'keys.emailNotOnAccount':
    'キーのメールアドレスがどれもこのアカウントにないため、このキーでの署名は未検証のままです。',
  'keys.emailUnconfirmed':
    '{email}はこのアカウントでまだ確認されていないため、このキーでの署名は未検証のままです。',
  'keys.expiryPassed': '有効期限が過去の日付です。',
  'keys.expiryPassedField': '過去の日付です',
  'keys.gpgElsewhere':
    '{isSender, select, true {あなた自身のアカウントにこのキーがあります。} other {ここでサインインしている別のアカウントにこのキーがあります。}}',
  'keys.gpgFailed': 'gpgでキーの一覧を取得できませんでした。',
  'keys.gpgFailedBecause': 'gpgでキーの一覧を取得できませんでした: {reason}',
  'keys.gpgFailedHint': 'もう一度試すか、公開鍵のファイルを選択してください。',
  'keys.gpgMissing': 'このコンピューターにgpgがインストールされていません。',
  'keys.gpgOfSomeoneElse': 'ここでサインインしていない別のアカウントがこのキーを使用しています。',
  'keys.gpgOnAccount':
    '{isOwn, select, true {このキーはすでにこのアカウントに登録されています。} other {このキーはすでにこのユーザーのアカウントに登録されています。}}',
  'keys.gpgOnAccountHint':
    '{isOwn, select, true {ここにあるコピーのほうが新しい場合は、キーを更新してください。} other {ここにあるコピーのほうが新しい場合は、登録済みのキーを削除して、これを追加してください。}}',
  'keys.gpgTimeout': 'gpgから時間内に応答がありませんでした。',
  'keys.gpgTooMany': 'gpgのキーが多すぎるため、一度に一覧を取得できません。',
  'keys.installGpg': 'GnuPGをインストールするか、公開鍵のファイルを選択してください。',
  'keys.localKey': 'このコンピューターのキー',
  'keys.notExported': 'gpgが公開鍵{fingerprint}をエクスポートしませんでした。',
  'keys.notFoundHere': 'このキーは、このコンピューターで見つかったキーの中にありません。',
  'keys.notOnePublicKey': '公開鍵を1つだけ含めてください。何も送信されていません。',
  'keys.nothingToDo': '対応は必要ありません。',
  'keys.onAnotherAccount':
    '別のアカウントにこのキーがあります。ここでサインインしているアカウントの一部は確認できませんでした。',
  'keys.partExpires': '有効期限{date, date, medium}',
  'keys.partName': '新しい名前{name}',
  'keys.partNameRevoked': '名前{name}が失効',
  'keys.partNoExpiry': '無期限',
  'keys.partRevoked': 'キーが失効',
  'keys.partSubkey': '新しいサブキー{keyId}',
  'keys.partSubkeyExpiry': 'サブキー{keyId}: {expiry}',
  'keys.partSubkeyFor': '新しいサブキー{keyId}（{uses}用）',
  'keys.partSubkeyRevoked': 'サブキー{keyId}が失効',
  'keys.reloadAndRetry': '何も送信されていません。キーを再読み込みして、もう一度お試しください。',
  'keys.reloadOrImport':
    '変更はありません。キーを再読み込みするか、新しいキーとしてインポートしてください。',
  'keys.removeThere':
    'キーを登録できるアカウントは1つだけです。そちらから削除するか、新しいキーを作成してください。',
  'keys.scanAgain': 'キーを再読み込みするか、ファイルを選択し直してください。',
  'keys.secretTitle': 'タイトルが秘密鍵のように見えます。何も送信していません。',
  'keys.secretTitleField': 'は秘密鍵のように見えます',
  'keys.sshElsewhere':
    '{isSender, select, true {あなた自身のアカウントに、このキーが「{title}」としてあります。} other {ここでサインインしている別のアカウントに、このキーが「{title}」としてあります。}}',
  'keys.sshOfSomeoneElse':
    'ここでサインインしていない別のアカウントがこのキーを使用しているか、デプロイキーです。',
  'keys.sshOnAccount':
    '{isOwn, select, true {このキーはすでに「{title}」としてこのアカウントに登録されています。} other {このキーはすでに「{title}」としてこのユーザーのアカウントに登録されています。}}',
  'keys.systemAgent': 'SSHエージェント',
  'keys.unexpected': 'Latchkeyで問題が発生しました。',
  'keys.unreadableGpgKey':
    'GitLabにあるこのキーのコピーを読み取れないため、追加し直せませんでした。',
  'keys.unreadableSshKey':
    'GitLabにあるキー「{title}」のコピーを読み取れないため、追加し直せませんでした。',
  'keys.waitForChange': '完了するまで待ってから、キーを再読み込みしてください。',
  'keys.weakDsa':
    'DSAはもう安全ではなく、OpenSSHでもサポートされていません。新しいキーを作成してください。',
  'keys.weakRsa':
    '{bits}ビットのRSAキーは解読される可能性があります。2048ビット以上を使用してください。',
}
