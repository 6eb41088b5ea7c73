import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCredentials } from '#lib/auth/check-credentials.ts';
import { getActor } from '#lib/auth/get-actor.ts';
import { collect, testConsole } from '#test/console.ts';
import { testDatabase } from '#test/database.ts';
import { insertPerson, testSettings } from '#test/people.ts';
import { readInstance, removeInstance, writeInstance } from './find-instance.ts';

const root = process.cwd();
const { db, url } = await testDatabase();
const services = { db, env: testSettings() };
const { folder, run } = testConsole(url);

const signIn = (email: string, password: string) =>
  checkCredentials(
    services,
    { actor: { kind: 'anonymous' }, requestId: 'test', traceId: undefined },
    { email, password, address: email },
  );

describe('npm run token', () => {
  it('prints the token and nothing else on stdout, and it works', async () => {
    const { email, id } = await insertPerson(db, { role: 'editor' });
    const { stdout } = await run('token', ['--email', email.toUpperCase(), '--name', 'ci']);
    expect(stdout).toMatch(/^blz_[\w-]{43}\n$/);
    const headers = new Headers({ authorization: `Bearer ${stdout.trim()}` });
    expect(await getActor(services, { headers, method: 'GET' })).toMatchObject({ id, role: 'editor' });
  });

  it('says in one sentence what is wrong, with nothing on stdout', async () => {
    const unknown = await run('token', ['--email', 'nobody@example.com', '--name', 'ci']);
    expect(unknown).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no account for nobody@example.com. Make one with npm run user.\n',
    });
    const nowhere = await run('token', ['--email', 'a@example.com', '--name', 'ci'], {
      env: { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' },
    });
    expect(nowhere.stderr).toContain('127.0.0.1:1 does not answer');
    expect(nowhere.stderr).not.toContain('secret');
  });

  it('finds the running instance by its data folder', async () => {
    const { email } = await insertPerson(db);
    const env = { DATABASE_URL: '', DATA_DIR: folder };
    const before = await run('token', ['--email', email, '--name', 'ci'], { env });
    expect(before.stderr).toContain(`No Blazon runs on ${folder}`);
    writeInstance(root, { database_url: url, web_url: 'http://localhost:1' }, folder);
    const running = await run('token', ['--email', email, '--name', 'ci'], { env });
    expect(running.stdout).toMatch(/^blz_/);
    removeInstance(root, folder);
  });

  it('is not drowned by what npm says of itself', async () => {
    const project = mkdtempSync(path.join(folder, 'npm-'));
    copyFileSync('.npmrc', path.join(project, '.npmrc'));
    const scripts = { token: 'echo the-token' };
    writeFileSync(
      path.join(project, 'package.json'),
      JSON.stringify({ name: 'x', version: '1.0.0', scripts }),
    );
    const child = spawn('npm', ['run', 'token', '--', '--name', 'ci'], {
      cwd: project,
      // What the npm around this test was told must not reach this one.
      env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'test' },
    });
    expect((await collect(child)).stdout).toBe('the-token --name ci\n');
  });
});

describe('npm run user', () => {
  it('makes the first admin with a made-up password, alone on stdout', async () => {
    const { stdout, stderr } = await run('user', ['--email', 'First@example.com', '--role', 'admin']);
    expect(stderr).toContain('Created first@example.com, admin.');
    expect(stdout.trim()).toMatch(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/);
    expect(await signIn('first@example.com', stdout.trim())).toBeDefined();
  });

  it('changes, disables and enables; what is not named stays', async () => {
    await run('user', ['--email', 'second@example.com', '--name', 'Second', '--role', 'editor']);
    const password = 'typed elsewhere';
    const piped = await run('user', ['--email', 'second@example.com', '--password-stdin'], {
      stdin: `${password}\n`,
    });
    expect(piped.stdout).toBe('');
    expect(await signIn('second@example.com', password)).toBeDefined();
    await run('user', ['--email', 'second@example.com', '--disable']);
    expect(await signIn('second@example.com', password)).toBeUndefined();
    await run('user', ['--email', 'second@example.com', '--enable']);
    expect(await signIn('second@example.com', password)).toBeDefined();
    const row = await db
      .selectFrom('users')
      .select(['name', 'role'])
      .where('email', '=', 'second@example.com')
      .executeTakeFirst();
    expect(row).toEqual({ name: 'Second', role: 'editor' });
  });

  it.each([
    [['--email', 'no address'], 'Give an email address'],
    [['--email', 'a@example.com', '--role', 'king'], 'A role is one of'],
    [['--email', 'a@example.com', '--audience', 'nowhere'], 'no audience called nowhere'],
    [['--email', 'a@example.com', '--products', ''], '--products narrows an audience'],
    [['--email', 'a@example.com', '--disable'], 'There is no account for a@example.com'],
    [['--email', 'a@example.com', '--rol', 'admin'], '--rol'],
  ])('refuses %j with a sentence and makes nobody', async (args, sentence) => {
    const { code, stdout, stderr } = await run('user', args);
    expect(stderr).toContain(sentence);
    expect([code, stdout]).toEqual([1, '']);
    expect(await db.selectFrom('users').select('id').where('email', '=', 'a@example.com').execute()).toEqual(
      [],
    );
  });
});

describe('the instance file', () => {
  it('is readable by its owner only, also after a killed start left half of one', () => {
    const dataDir = path.join(folder, 'data');
    writeInstance(folder, { database_url: 'a', web_url: 'b' }, 'data');
    writeFileSync(path.join(dataDir, 'instance.json.new'), '{"torn', { mode: 0o644 });
    writeInstance(folder, { database_url: 'c', web_url: 'd' }, 'data');
    expect(readInstance(folder, 'data')).toEqual({ database_url: 'c', web_url: 'd' });
    expect(statSync(path.join(dataDir, 'instance.json')).mode & 0o777).toBe(0o600);
    removeInstance(folder, 'data');
    expect(() => readInstance(folder, 'data')).toThrow(/No Blazon runs on .*data\. Start it with npm start/);
  });
});
