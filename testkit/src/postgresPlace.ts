import { hash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@companion/server/platform/openDatabase';
import pg from 'pg';
import { migrationStatements } from './migrationStatements.ts';

/** Of a database: where to open it, and how to remove it. */
export interface Place {
  where: { url?: string; folder: string };
  remove(): Promise<void>;
}

/** Databases of ended tests of this process, with the tables of this version and no rows. */
const emptied: string[] = [];

/** Makes an empty database on the server of the run. */
export async function makePostgresPlace(): Promise<Place> {
  const url = await create('template1');
  return place(url, () => drop(url));
}

/** Like `makePostgresPlace`, with the tables of this version: those of an ended test, emptied, or a copy of a template. */
export async function makeMigratedPostgresPlace(): Promise<Place> {
  const url = emptied.pop() ?? (await create(await migratedTemplate()));
  // All copies of the template are alike.
  copied ??= inspect(url);
  const fresh = await copied;
  return place(url, async () => {
    if (await removeRows(url, fresh)) emptied.push(url);
    else await drop(url);
  });
}

async function place(url: string, release: () => Promise<void>): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-test-'));
  let removed: Promise<void> | undefined;
  const remove = async () => {
    await release();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    where: { url, folder },
    // Once, though a test may stop its server twice: by then its database may be another test's.
    remove: () => {
      removed ??= remove();
      return removed;
    },
  };
}

function admin(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return url;
  throw new Error(
    'TEST_DATABASE_URL is not set. With TEST_DATABASE=postgres, set it to the URL of a PostgreSQL superuser.',
  );
}

/** How the databases of a run begin, so that its end can drop them. */
const prefix = () => `test_${process.env.TEST_RUN ?? ''}_`;

async function create(template: string): Promise<string> {
  const name = prefix() + randomUUID().replaceAll('-', '');
  await withClient(admin(), (client) => client.query(`create database ${name} template ${template}`));
  return inDatabase(name);
}

async function drop(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await withClient(admin(), (client) => client.query(`drop database if exists ${name} with (force)`));
}

/** Drops the databases that the processes of this run have kept for their next tests. */
export async function dropAll(): Promise<void> {
  await withClient(admin(), async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix()]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}

let copied: Promise<Inspected> | undefined;

interface Inspected {
  /** Changes with every definition of a column, also of an index: their number, and the transactions that wrote them. */
  columns: string;
  /** In bytes. */
  size: number;
  /** The tables that have had rows. A statement about one of the others would read its definition, too. */
  filled: string[];
}

const inspect = (url: string): Promise<Inspected> => withClient(url, inspectWith);

async function inspectWith(client: pg.Client): Promise<Inspected> {
  const { rows } = await client.query(`
    with relations as (select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace)
    select
      (select concat_ws(' ', count(*), sum(xmin::text::int8)) from pg_attribute
        where attrelid in (select oid from relations)) as columns,
      pg_database_size(current_database())::float8 as size,
      (select coalesce(array_agg(quote_ident(relname)), '{}') from relations
        where relkind = 'r' and relname not like 'kysely%'
        and (pg_stat_file(pg_relation_filepath(oid))).size > 0) as filled`);
  return rows[0];
}

/** A test that wrote more than this leaves large, slow tables. */
const MAX_GROWTH_BYTES = 4_000_000;

/**
 * Takes a third of the time of dropping the database and copying another one, whose first connections would read the
 * whole catalogue.
 * @returns whether it is as it was when it was copied
 */
async function removeRows(url: string, fresh: Inspected): Promise<boolean> {
  return withClient(url, async (client) => {
    // Those of a process that was killed.
    await client.query(`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`);
    const { columns, size, filled } = await inspectWith(client);
    if (columns !== fresh.columns || size > fresh.size + MAX_GROWTH_BYTES) return false;
    // Foreign keys are triggers, which do not fire in this mode, so that any order is right.
    const statements = filled.map((table) => `delete from ${table}`);
    await client.query(['set session_replication_role = replica', ...statements].join('; '));
    return true;
  });
}

/** Since this version PostgreSQL by default logs every page of a copy, at three times the work of copying its files. */
const CHOOSES_STRATEGY = 150_000;

let prepared: Promise<string> | undefined;

/**
 * Returns the template with the tables of this version and no rows, and how to copy it, which takes less time than
 * migrating. The first test of a process looks for it. A developer who changes a migration gets another one.
 */
function migratedTemplate(): Promise<string> {
  prepared ??= prepareTemplate();
  return prepared;
}

async function prepareTemplate(): Promise<string> {
  const name = `companion_${hash('sha256', JSON.stringify(await migrationStatements())).slice(0, 16)}`;
  return withClient(admin(), async (client) => {
    // Several processes may call this at the same time. The lock ends with the connection.
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) {
      const unfinished = `${name}_unfinished`;
      await client.query(`drop database if exists ${unfinished}`);
      await client.query(`create database ${unfinished}`);
      const { close } = await openDatabase({ url: inDatabase(unfinished), folder: '' });
      await close();
      await client.query(`alter database ${unfinished} rename to ${name}`);
    }
    const { rows } = await client.query(`select current_setting('server_version_num')::int as version`);
    return rows[0].version < CHOOSES_STRATEGY ? name : `${name} strategy file_copy`;
  });
}

function inDatabase(name: string): string {
  const url = new URL(admin());
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
