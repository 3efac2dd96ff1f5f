import type { StaffReadName } from '../api/staffApi.ts';
import { DRAFT_READS } from './editProgramme.tsx';

/** What publishing, rolling back and discarding change. */
export const PUBLISHED_READS: StaffReadName[] = [...DRAFT_READS, 'getRevisions', 'getPolls'];
