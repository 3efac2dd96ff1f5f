import type { ApiQuery } from '@companion/client/api/apiRequest';
import { endpointsOf } from '@companion/client/api/endpoints';
import type { EndpointBuilder } from '@reduxjs/toolkit/query/react';
import { request } from './request.ts';

export const TAGS = ['Account', 'Content', 'Questions'] as const;
type Tag = (typeof TAGS)[number];
export type Build = EndpointBuilder<ApiQuery, Tag, 'api'>;

export const { query, mutation } = endpointsOf<Tag, 'api'>(request);
