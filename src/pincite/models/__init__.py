"""Adapters for the model ports: tokenizers, generators, embeddings, entailment."""
